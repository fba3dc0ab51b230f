import { email as emailSchema, membersApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { textOfCode } from '../../../errors/describe.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { LeaveGuard } from '../../../ui/leave/LeaveGuard.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Cancel } from '../../../ui/saving/Cancel.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { EmailsField } from '../../../ui/tags/EmailsField.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';

/** Invites addresses; those that cannot be invited are listed with the reason. */
export function InviteForm({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [isRefused, setRefused] = useState(false);
  const invite = useSaving({
    mutationFn: (_, signal) =>
      call(membersApi, 'invite', {
        body: { tenantId, emails: [...emails], language: currentLanguage() },
        signal,
      }),
    onSuccess: ({ invites }) => {
      setEmails([]);
      toast({ tone: 'ok', title: t('members.invited', { count: invites.length }) });
    },
    onError: (error) => toastError(error, t),
    onSettled: () => queries.invalidateQueries({ queryKey: ['members'] }),
  });
  const canSend = emails.length > 0 && !isRefused;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canSend && !invite.isPending) invite.mutate();
  };
  const uninvited = invite.data?.uninvited ?? [];
  return (
    <form className="invite-form" onSubmit={submit} noValidate>
      <LeaveGuard isUnsaved={emails.length > 0 && !invite.isPending} name={t('members.emails')} />
      <EmailsField
        label={t('members.emails')}
        hint={t('members.emailsHint')}
        emails={emails}
        onChange={setEmails}
        isValid={(email) => emailSchema.safeParse(email).success}
        onRefused={setRefused}
      />
      <div className="row">
        <Button
          type="submit"
          size="small"
          working={invite.isPending}
          // Not `disabled`: leaving the field may add an address, and Tab would pass the button; and it keeps the focus.
          aria-disabled={!canSend || invite.isPending}
        >
          {emails.length > 0 ? t('members.send', { count: emails.length }) : t('members.sendNone')}
        </Button>
        <Cancel work={invite} size="small" />
      </div>
      {uninvited.length > 0 ? (
        <div role="status">
          <ul className="uninvited">
            {uninvited.map(({ email, code }) => (
              <li key={email} className="note note--warn">
                <Icon name="bang" />
                <span>
                  <Name text={email} strong /> {textOfCode(code, undefined, t)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </form>
  );
}
