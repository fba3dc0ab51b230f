import '../../ui/choices/choices.css';
import './onboarding.css';
import { type Tenant, tenantsApi } from '@sello/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError, call } from '../../api/index.ts';
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts';
import { currentUser, session } from '../../auth/session.ts';
import { causeOf } from '../../errors/describe.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { setActiveTenant } from '../../state/activeTenant.ts';
import { useStore } from '../../state/useStore.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { useTenancy } from '../../tenancy/useTenancy.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { toast } from '../../ui/toast/queue.ts';
import { nameProblem } from './name.ts';

/** For people without an organization, or who want another one: `?mode=select` or `create`. */
export function Onboarding() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  return (
    <main className="wrap onboarding" id="page" tabIndex={-1}>
      <PageTitle>{t('onboarding.create')}</PageTitle>
      {query.get('mode') === 'create' ? <Create /> : <Select />}
    </main>
  );
}

function Select() {
  const { t } = useTranslation();
  return (
    <div className="two">
      <div>
        <h1>{t('onboarding.selectTitle')}</h1>
        <p className="lead">{t('onboarding.selectText')}</p>
      </div>
      <ul className="choices">
        <li>
          <Link to="?mode=create">
            <b>{t('onboarding.create')}</b>
            <small>{t('onboarding.createText')}</small>
            <Icon name="back" />
          </Link>
        </li>
      </ul>
    </div>
  );
}

function Create() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const pathTo = usePathTo();
  const { tenants = [] } = useTenancy();
  const user = currentUser(useStore(session));
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const idempotencyKey = useIdempotencyKey(name.trim());
  const create = useMutation({
    mutationFn: () =>
      call(tenantsApi, 'create', {
        body: {
          name: name.trim(),
          language: currentLanguage(),
          ...(user ? { userEmail: user.email, userName: user.name } : {}),
        },
        idempotencyKey,
      }),
    onSuccess: (made) => {
      queries.setQueriesData<Tenant[]>({ queryKey: ['tenants', 'my'] }, (known = []) => [...known, made]);
      setActiveTenant(made._id);
      toast({ tone: 'ok', title: t('onboarding.created', { name: made.name }) });
      void navigate(pathTo('students'), { replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'tenant_name_taken') setProblem('duplicateName');
      else toast({ tone: 'bad', title: t('onboarding.createError'), text: causeOf(error, t) });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (create.isPending) return;
    const found = nameProblem(name, tenants);
    setProblem(found);
    if (!found) create.mutate();
  };
  return (
    <div className="two">
      <div>
        <h1>{t('onboarding.createTitle')}</h1>
        <p className="lead">{t('onboarding.createLead')}</p>
      </div>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label={t('onboarding.name')}
          hint={t('onboarding.nameHint')}
          error={
            problem === 'nameRequired'
              ? t('onboarding.nameRequired')
              : problem === 'duplicateName'
                ? t('onboarding.duplicateName')
                : undefined
          }
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
          required
          maxLength={200}
          autoComplete="organization"
        />
        <div className="form-acts">
          <Button type="submit" working={create.isPending}>
            {t('onboarding.submit')}
          </Button>
          <Link className="btn btn--bare" to={pathTo('onboarding')}>
            {t('common.back')}
          </Link>
        </div>
      </form>
    </div>
  );
}
