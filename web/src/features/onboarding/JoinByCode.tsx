import { invitesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { call } from '../../api/index.ts';
import { reading } from '../../api/reading.ts';
import { causeOf } from '../../errors/describe.ts';
import { useJoined } from '../../tenancy/joining.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Cancel } from '../../ui/saving/Cancel.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { toast } from '../../ui/toast/queue.ts';
import { toastError } from '../../ui/toast/toastError.ts';

/** Joins an organization by the code of an invitation, which is looked up when the field is left. */
export function JoinByCode() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const pathTo = usePathTo();
  const joined = useJoined();
  const [typed, setTyped] = useState('');
  /** The code that is looked up. */
  const [token, setToken] = useState('');
  const found = useQuery({
    ...reading(invitesApi, 'validate', { query: { token } }),
    // Codes are counted: none is looked up again by itself.
    ...{ enabled: token !== '', retry: false, staleTime: Number.POSITIVE_INFINITY },
    ...{ refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
  const name = token !== '' && token === typed.trim() ? found.data?.tenantName : undefined;
  const isLooking = found.isFetching;
  const error = token !== '' && token === typed.trim() && !isLooking ? found.error : null;

  const redeem = useSaving({
    mutationFn: async (_, signal) => joined(await call(invitesApi, 'redeem', { body: { token }, signal })),
    onSuccess: () => {
      toast({ tone: 'ok', title: t('onboarding.joined', { name }) });
      void navigate(pathTo('students'), { replace: true });
    },
    onError: (problem) => toastError(problem, t),
  });
  const lookUp = (): void => {
    const code = typed.trim();
    if (code === token && found.error) void found.refetch();
    setToken(code);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name === undefined) lookUp();
    else if (!redeem.isPending) redeem.mutate();
  };

  return (
    <div className="two">
      <div>
        <h1>{t('onboarding.joinTitle')}</h1>
        <p className="lead">{t('onboarding.joinLead')}</p>
      </div>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label={t('onboarding.code')}
          className="code-line"
          hint={name === undefined && !isLooking ? t('onboarding.codeHint') : undefined}
          error={error ? causeOf(error, t) : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => typed.trim() !== token && lookUp()}
          maxLength={40}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <div role="status">
          {isLooking ? (
            <>
              <p className="hint">{t('onboarding.checking')}</p>
              <span className="skel" aria-hidden="true" />
            </>
          ) : name !== undefined ? (
            <div className="opens">
              <span className="crest" aria-hidden="true">
                {[...name.trim()][0]?.toLocaleUpperCase() ?? '·'}
              </span>
              <p>
                <span className="badge badge--ok">
                  <Icon name="ringCheck" />
                  {t('onboarding.opens')}
                </span>
                <b>
                  <Name text={name} />
                </b>
              </p>
            </div>
          ) : null}
        </div>
        <div className="form-acts">
          <Button type="submit" working={redeem.isPending} disabled={name === undefined}>
            {name === undefined ? t('onboarding.joinSubmit') : t('onboarding.joinNamed', { name })}
          </Button>
          <Cancel work={redeem} />
          <Link className="btn btn--bare" to={pathTo('onboarding')}>
            {t('common.back')}
          </Link>
          {name === undefined ? <span className="faint small">{t('onboarding.joinWait')}</span> : null}
        </div>
        {name === undefined ? null : <p className="hint">{t('onboarding.joinAs')}</p>}
      </form>
    </div>
  );
}
