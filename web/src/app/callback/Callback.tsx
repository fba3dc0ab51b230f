import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { finishCallback, forgetReturnTo, readReturnTo } from '../../auth/index.ts';
import { session } from '../../auth/session.ts';
import { useSignIn } from '../../auth/useSignIn.ts';
import { Landing } from '../../features/landing/Landing.tsx';
import { useStore } from '../../state/useStore.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { ServerState } from '../../tenancy/ServerState.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { FrontFrame } from '../frames/FrontFrame.tsx';
import { Opening } from '../guard/Opening.tsx';
import { PublicHeader } from '../header/PublicHeader.tsx';
import { Onward } from './Onward.tsx';
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
  const [returnTo] = useState(readReturnTo);
  useEffect(forgetReturnTo, []);
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
  if (stage === 'failed' || state.status === 'signed-out') return <StartAgain returnTo={returnTo} />;
  return <Onward returnTo={returnTo} />;
}

function StartAgain({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation();
  const { start, working, message } = useSignIn(returnTo);
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
