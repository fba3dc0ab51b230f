import { limits } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { finishCallback, takeReturnTo } from '../../auth/index.ts';
import { session } from '../../auth/session.ts';
import { useSignIn } from '../../auth/useSignIn.ts';
import { Landing } from '../../features/landing/Landing.tsx';
import { useStore } from '../../state/useStore.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { ServerState } from '../../tenancy/ServerState.tsx';
import { useClaims, useFirstScreen, useTenancy } from '../../tenancy/useTenancy.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useNavigation } from '../../ui/link/navigation.ts';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { FrontFrame } from '../frames/FrontFrame.tsx';
import { Opening } from '../guard/Opening.tsx';
import { Unreachable } from '../guard/Unreachable.tsx';
import { PublicHeader } from '../header/PublicHeader.tsx';
import { Refused } from './Refused.tsx';

type Stage = 'working' | 'refused' | 'failed' | 'in';

/** Completes sign-in: shows why it was refused or failed, or navigates to where the person was going. */
export function Callback() {
  return (
    <ServerState>
      <SignIn />
    </ServerState>
  );
}

function SignIn() {
  const [stage, setStage] = useState<Stage>('working');
  const state = useStore(session);
  useEffect(() => {
    let here = true;
    finishCallback()
      .then((outcome) => {
        if (here) setStage(outcome === 'ok' ? 'in' : outcome);
      })
      .catch(() => {
        if (here) setStage('failed');
      });
    return () => {
      here = false;
    };
  }, []);
  const navigate = useNavigate();
  const pathTo = usePathTo();

  if (stage === 'working') return <Opening />;
  if (stage === 'refused') {
    return (
      <>
        <FrontFrame>
          <Landing />
        </FrontFrame>
        <Refused onBack={() => void navigate(pathTo('landing'), { replace: true })} />
      </>
    );
  }
  // When the callback opens in another browser than the sign-in began in, the PKCE verifier is missing and there is no
  // session.
  if (stage === 'failed' || state.status === 'signed-out') return <StartAgain />;
  return <Onward />;
}

function StartAgain() {
  const { t } = useTranslation();
  const { start, working, message } = useSignIn();
  return (
    <>
      <PublicHeader />
      <main className="wrap denied">
        <PageTitle>{t('auth.failed')}</PageTitle>
        <h1>{t('auth.failed')}</h1>
        <p className="lead">{t('auth.failedText')}</p>
        <div className="form-acts">
          <Button kind="seal" working={working} onClick={start}>
            {t('auth.again')}
          </Button>
          {message ? (
            <span role="alert" className="bad">
              {message}
            </span>
          ) : null}
        </div>
      </main>
    </>
  );
}

/** Waits for the organizations and the permissions, checking the session every 100 ms, then navigates. */
function Onward() {
  const { navigate } = useNavigation();
  const queries = useQueryClient();
  const { tenant, error } = useTenancy();
  const { claims, error: claimsError } = useClaims();
  const screen = useFirstScreen();
  const pathTo = usePathTo();
  const [returnTo] = useState(takeReturnTo);
  const goal = returnTo ?? screen?.to ?? (tenant && claims ? pathTo('landing') : undefined);
  useEffect(() => {
    if (!goal) return;
    const timer = setInterval(() => {
      if (session.get().status !== 'signed-in') return;
      clearInterval(timer);
      navigate(goal, { replace: true });
    }, limits.callbackPollMs);
    return () => clearInterval(timer);
  }, [goal, navigate]);
  if (!goal && (error || claimsError)) {
    return <Unreachable onRetry={() => void queries.refetchQueries({ type: 'active' })} />;
  }
  return <Opening name={tenant?.name} />;
}
