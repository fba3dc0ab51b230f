import { languages, type OwnSite, type VerifyPageModule, verifyUrl } from '@sello/contracts';
import i18next from 'i18next';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { giveAnswer } from '../../features/verify/given.ts';
import { Verify } from '../../features/verify/Verify.tsx';
import { formatInUtc } from '../../i18n/format.ts';
import { needTexts, setLanguage, startTexts } from '../../i18n/index.ts';
import { giveSite } from '../../state/own-site.ts';
import { RoutesContext } from '../../tenancy/routes.ts';
import { trailOf } from '../../tenancy/trail.ts';
import { TrailContext } from '../../ui/crumbs/trail.ts';
import { NavigationContext } from '../../ui/link/navigation.ts';
import { OwnHostFrame } from '../frames/OwnHostFrame.tsx';
import { PublicFrame } from '../frames/PublicFrame.tsx';
import { routes } from '../routes/table.ts';
import { samples } from './samples.ts';

/** The page, drawn for one site: which it is is global, so nothing may be awaited before it is rendered. */
function pageAt(address: string, site?: OwnSite): ReactElement {
  giveSite(site);
  const Frame = site ? OwnHostFrame : PublicFrame;
  const { pathname } = new URL(address, 'http://localhost');
  return (
    <RoutesContext value={routes}>
      <NavigationContext value={{ address, pathname, navigate: () => undefined }}>
        <TrailContext value={trailOf(routes, pathname)}>
          <Frame>
            <Verify />
          </Frame>
        </TrailContext>
      </NavigationContext>
    </RoutesContext>
  );
}

/** The entry of the build's server module: the verify page, drawn by the components of the application. */
export const createVerifyPageRenderer: VerifyPageModule['createVerifyPageRenderer'] = async () => {
  formatInUtc();
  await startTexts();
  await needTexts([...routes.verify.texts, 'countries', 'verifyMore']);
  for (const language of languages) await setLanguage(language);
  // In a language other than English, which needs the names of countries.
  await i18next.changeLanguage('es');
  for (const found of samples) {
    const { certId } = 'erased' in found ? found.erased : found.certificate;
    giveAnswer({ reference: certId, found, at: Date.now(), isComplete: true });
    await prerender(pageAt(verifyUrl(certId)));
  }
  return ({ language, address, site, answer }) => {
    // These are global, and nothing is awaited between here and the end of the rendering.
    void i18next.changeLanguage(language);
    giveAnswer(answer);
    const drawn = renderToStaticMarkup(pageAt(address, site));
    const [title = ''] = /(?<=<title>)[^<]*/.exec(drawn) ?? [];
    return { title, html: drawn.replace(/<title>.*?<\/title>/, '') };
  };
};
