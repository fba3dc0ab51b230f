import { useTranslation } from 'react-i18next';
import { SignOut } from '../../auth/SignOut.tsx';
import { currentUser, session } from '../../auth/session.ts';
import { useSignIn } from '../../auth/useSignIn.ts';
import { useStore } from '../../state/useStore.ts';
import { FirstScreen } from '../../tenancy/FirstScreen.tsx';
import { usePathTo, useRoutes } from '../../tenancy/routes.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Brand } from './Brand.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { PersonLink } from './PersonLink.tsx';

/** The header of the public pages; transparent on the front page. */
export function PublicHeader({ clear = false }: { clear?: boolean }) {
  const items = <PublicItems />;
  return (
    <header className={clear ? 'head head--page head--clear' : 'head head--page'}>
      <Brand />
      <div className="who">{items}</div>
      <MobileMenu>{items}</MobileMenu>
    </header>
  );
}

function PublicItems() {
  const { t } = useTranslation();
  const routes = useRoutes();
  const pathTo = usePathTo();
  const user = currentUser(useStore(session));
  const { start, working, message } = useSignIn();
  return (
    <>
      <Link className="plain" to={pathTo('verify')}>
        {t(routes.verify.labelKey)}
      </Link>
      <FirstScreen>
        {(screen) =>
          screen ? (
            <Link className="plain" to={screen.to}>
              {t(screen.labelKey) as string}
            </Link>
          ) : null
        }
      </FirstScreen>
      <LanguageSwitch />
      {user ? (
        <>
          <PersonLink email={user.email} />
          <SignOut />
        </>
      ) : (
        <Button kind="line" size="small" data-act="sign-in" working={working} onClick={start}>
          {t('header.signIn')}
        </Button>
      )}
      {message ? (
        <span role="alert" className="bad small">
          {message}
        </span>
      ) : null}
    </>
  );
}
