import { type Language, languages } from '@sello/contracts';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { Landing } from '../../features/landing/Landing.tsx';
import { needTexts, setLanguage, startTexts } from '../../i18n/index.ts';
import { RoutesContext } from '../../tenancy/routes.ts';
import { drawings } from '../../ui/icon/Icon.tsx';
import { NavigationContext } from '../../ui/link/navigation.ts';
import { FrontFrame } from '../frames/FrontFrame.tsx';
import { routes } from '../routes/table.ts';

/** The prerendered front page of a visitor who is not signed in. */
export interface FrontPage {
  title: string;
  /** Inline styles are in `data-style`, because the content security policy forbids style attributes in markup. */
  html: string;
  /** The SVG paths of the menu button's icon. */
  icons: { menu: string; cross: string };
  /** Why a sign-in could not start. */
  insecure: string;
  cannotStart: string;
  /** Why the language stays. */
  languageFailed: string;
}

const { path } = routes.landing;
const navigation = { address: path, pathname: path, navigate: () => undefined };

/** Renders the front page in one language, with the components of the app. */
async function prerender(language: Language): Promise<FrontPage> {
  await setLanguage(language);
  const drawn = renderToStaticMarkup(
    <RoutesContext value={routes}>
      <NavigationContext value={navigation}>
        <FrontFrame>
          <Landing />
        </FrontFrame>
      </NavigationContext>
    </RoutesContext>,
  );
  const [title = ''] = /(?<=<title>)[^<]*/.exec(drawn) ?? [];
  return {
    title,
    html: drawn.replace(/<title>.*?<\/title>/, '').replaceAll(' style="', ' data-style="'),
    icons: { menu: drawings.menu, cross: drawings.cross },
    insecure: i18next.t('auth.insecure'),
    cannotStart: i18next.t('auth.cannotStart'),
    languageFailed: i18next.t('common.partMissing'),
  };
}

export const pages = {} as Record<Language, FrontPage>;
await startTexts();
await needTexts(routes.landing.texts);
// Sequential: i18next has one current language.
for (const language of languages) pages[language] = await prerender(language);
