import './own-host.css';
import { verifyPath } from '@sello/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ownSite } from '../../state/own-site.ts';
import { Link } from '../../ui/link/Link.tsx';
import { Mark } from '../../ui/mark/Mark.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { LanguageSwitch } from '../header/LanguageSwitch.tsx';

/** The layout on an organization's own host: its name and logo, nobody signed in, and where the platform is. */
export function OwnHostFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  if (!ownSite) return null;
  const { name, logoUrl, platform, uses } = ownSite;
  const brand = (
    <>
      <Mark publicName={name} logoUrl={logoUrl} size={34} />
      <b>
        <Name text={name} />
      </b>
    </>
  );
  return (
    <>
      <header className="head head--page head--own">
        <div>
          {uses.useInVerification ? (
            <Link className="brand" to={verifyPath}>
              {brand}
            </Link>
          ) : (
            <span className="brand">{brand}</span>
          )}
        </div>
        <div className="who">
          <LanguageSwitch />
        </div>
      </header>
      {children}
      <footer className="wrap">
        <p className="own-foot">
          <Rich
            text={t('header.ownHost')}
            parts={{
              name: <Name text={name} />,
              platform: <a href={platform}>{new URL(platform).host}</a>,
            }}
          />
        </p>
      </footer>
    </>
  );
}
