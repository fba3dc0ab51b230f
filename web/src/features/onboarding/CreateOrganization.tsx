import { membersApi, type Tenant, tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { ApiError, call } from '../../api/index.ts';
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts';
import { currentUser, session } from '../../auth/session.ts';
import { causeOf, textOfCode } from '../../errors/describe.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { setActiveTenant } from '../../state/activeTenant.ts';
import { useStore } from '../../state/useStore.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { useTenancy } from '../../tenancy/useTenancy.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { LeaveGuard } from '../../ui/leave/LeaveGuard.tsx';
import { Cancel } from '../../ui/saving/Cancel.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { EmailsField } from '../../ui/tags/EmailsField.tsx';
import { ownTimeZone } from '../../ui/time-zone/own-time-zone.ts';
import { toast } from '../../ui/toast/queue.ts';
import { MadeWithoutInvites } from './MadeWithoutInvites.tsx';
import { isEmail, nameProblem } from './name.ts';

/** Creates an organization and invites people to it. */
export function CreateOrganization() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const pathTo = usePathTo();
  const { tenants = [] } = useTenancy();
  const user = currentUser(useStore(session));
  const [name, setName] = useState('');
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [isRefused, setRefused] = useState(false);
  const [problem, setProblem] = useState<'nameRequired' | 'duplicateName'>();
  const [made, setMade] = useState<Tenant>();
  const idempotencyKey = useIdempotencyKey(name.trim());

  const goOn = (): void => void navigate(pathTo('students'), { replace: true });
  const invite = useSaving({
    mutationFn: (tenant: Tenant, signal) =>
      call(membersApi, 'invite', {
        tenantId: tenant._id,
        body: { tenantId: tenant._id, emails: [...emails], language: currentLanguage() },
        signal,
      }),
    onSuccess: ({ invites, uninvited }) => {
      const [first] = uninvited;
      toast({
        tone: first ? 'warn' : 'ok',
        title: t('onboarding.invitesSent', { count: invites.length }),
        text:
          first &&
          `${t('onboarding.uninvited', { emails: uninvited.map(({ email }) => email).join(', ') })}. ${textOfCode(first.code, undefined, t)}`,
      });
      goOn();
    },
    // The organization stands: the page says so, with what failed.
    onError: (_error, tenant) => setMade(tenant),
  });
  const create = useSaving({
    mutationFn: (_, signal) =>
      call(tenantsApi, 'create', {
        body: {
          name: name.trim(),
          language: currentLanguage(),
          timeZone: ownTimeZone() ?? null,
          ...(user ? { userEmail: user.email, userName: user.name } : {}),
        },
        ...{ idempotencyKey, signal },
      }),
    onSuccess: (tenant) => {
      queries.setQueriesData<Tenant[]>({ queryKey: ['tenants', 'my'] }, (known = []) => [...known, tenant]);
      setActiveTenant(tenant._id);
      if (emails.length > 0) {
        invite.mutate(tenant);
        return;
      }
      toast({ tone: 'ok', title: t('onboarding.created', { name: tenant.name }) });
      goOn();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'tenant_name_taken') setProblem('duplicateName');
      else toast({ tone: 'bad', title: t('onboarding.createError'), text: causeOf(error, t) });
    },
  });
  const isWorking = create.isPending || invite.isPending;
  const work = {
    isPending: isWorking,
    cancel: () => {
      if (create.isPending) return create.cancel();
      setMade(invite.variables);
      invite.cancel();
    },
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isWorking) return;
    const found = nameProblem(name, tenants);
    setProblem(found);
    if (!found && !isRefused) create.mutate();
  };

  if (made) {
    return (
      <MadeWithoutInvites
        name={made.name}
        count={emails.length}
        error={invite.error}
        work={invite}
        onSend={() => invite.mutate(made)}
        onGoOn={goOn}
      />
    );
  }
  const isUnsaved = (name.trim() !== '' || emails.length > 0) && !isWorking && !create.isSuccess;
  return (
    <div className="two">
      <LeaveGuard isUnsaved={isUnsaved} name={t('onboarding.createTitle')} />
      <div>
        <h1>{t('onboarding.createTitle')}</h1>
        <p className="lead">{t('onboarding.createLead')}</p>
      </div>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label={t('onboarding.name')}
          hint={t('onboarding.nameHint')}
          error={problem && t(`onboarding.${problem}`)}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
          required
          maxLength={200}
          autoComplete="organization"
        />
        <EmailsField
          label={t('onboarding.invitees')}
          hint={t('onboarding.inviteesHint')}
          emails={emails}
          onChange={setEmails}
          isValid={isEmail}
          onRefused={setRefused}
        />
        <div className="form-acts">
          <Button type="submit" working={isWorking}>
            {emails.length > 0
              ? t('onboarding.submitAndInvite', { count: emails.length })
              : t('onboarding.submit')}
          </Button>
          <Cancel work={work} />
          <Link className="btn btn--bare" to={pathTo('onboarding')}>
            {t('common.back')}
          </Link>
        </div>
      </form>
    </div>
  );
}
