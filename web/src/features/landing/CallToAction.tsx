import { useTranslation } from 'react-i18next';
import { currentUser, session } from '../../auth/session.ts';
import { useSignIn } from '../../auth/useSignIn.ts';
import { useStore } from '../../state/useStore.ts';
import { FirstScreen } from '../../tenancy/FirstScreen.tsx';
import { usePathTo } from '../../tenancy/routes.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Link } from '../../ui/link/Link.tsx';

/** The call to action: Google sign-in, or a link to the first screen for people who are signed in. */
export function CallToAction({ note }: { note?: string }) {
  const { t } = useTranslation();
  const user = currentUser(useStore(session));
  const pathTo = usePathTo();
  const { start, working, message } = useSignIn();
  return (
    <div className="row">
      {user ? (
        <FirstScreen>
          {(screen) => (
            <Link className="btn btn--seal btn--big" to={screen?.to ?? pathTo('open')}>
              {t('header.open')}
            </Link>
          )}
        </FirstScreen>
      ) : (
        <Button kind="seal" size="big" data-act="sign-in" working={working} onClick={start}>
          {t('landing.signIn')}
        </Button>
      )}
      {note ? <span className="mute">{note}</span> : null}
      {message ? (
        <span role="alert" className="bad">
          {message}
        </span>
      ) : null}
    </div>
  );
}
