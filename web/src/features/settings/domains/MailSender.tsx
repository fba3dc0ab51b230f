import { type Domain, senderLocalPart, tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { Cancel } from '../../../ui/saving/Cancel.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { toast } from '../../../ui/toast/queue.ts';

type Change = { localPart: string } | { rotateKey: true };

/** Who e-mails come from: the name they go out under now, the sender's address, and the change of keys. */
export function MailSender({ tenantId, domain }: { tenantId: string; domain: Domain }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const change = useSaving({
    mutationFn: (body: Change, signal) =>
      call(tenantsApi, 'domains-update', { query: { tenantId }, body, signal }),
    onSuccess: (_, body) => {
      setTyped(undefined);
      toast({
        tone: 'ok',
        title: t('localPart' in body ? 'settings.domains.mail.saved' : 'settings.domains.mail.rotated'),
      });
    },
    onError: (error) =>
      toast({ tone: 'bad', title: t('settings.domains.settingsError'), text: causeOf(error, t) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tenants'] }),
  });
  const { mail } = domain;
  if (!mail) return null;
  const localPart = typed ?? mail.localPart;
  const next = mail.selectors.find(({ state }) => state === 'next');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!senderLocalPart.safeParse(localPart).success) setFault(t('errors.sender_invalid'));
    else if (!change.isPending) change.mutate({ localPart });
  };
  const { address, replyTo, sendsAs } = mail;
  return (
    <section className="set">
      <div>
        <h2>{t('settings.domains.mail.sender')}</h2>
        <p>
          {t(sendsAs === 'domain' ? 'settings.domains.mail.asDomain' : 'settings.domains.mail.asPlatform', {
            address,
          })}{' '}
          {replyTo ? t('settings.domains.mail.replyTo', { address: replyTo }) : null}
        </p>
      </div>
      <form className="domain-form" onSubmit={save} noValidate>
        <TextField
          label={t('settings.domains.mail.localPart')}
          hint={`@${domain.domain}`}
          error={fault}
          name="localPart"
          value={localPart}
          onChange={({ target }) => {
            setTyped(target.value);
            setFault(undefined);
          }}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <div className="row">
          <Button
            type="submit"
            kind="line"
            working={change.isPending}
            disabled={localPart === mail.localPart}
          >
            {t('common.save')}
          </Button>
          <Button kind="line" working={change.isPending} onClick={() => change.mutate({ rotateKey: true })}>
            {t('settings.domains.mail.rotate')}
          </Button>
          <Cancel work={change} />
        </div>
        {next?.takesOverAt ? (
          <p className="hint">
            {t('settings.domains.mail.rotateHint', { day: format.dayOf(next.takesOverAt) })}
          </p>
        ) : null}
      </form>
    </section>
  );
}
