import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Language } from '@sello/contracts';
import { build, runnerImport } from 'vite';
import { localeTags } from '../../web/src/i18n/language.ts';
import { callsWithoutSchemas } from './calls.ts';
import { withoutStyles } from './prerender.ts';
import { firstLoad } from './sizes.ts';

/** A prerendered front page; what its program needs besides is passed on as it is. */
interface FrontPage {
  title: string;
  html: string;
}

const web = join(import.meta.dirname, '../../web');

/** The modules whose styles are named in the HTML of a page, so that it is painted before any script has run. */
const styled = {
  landing: ['src/app/front/front.ts'],
  verify: ['src/app/frames/PublicFrame.tsx', 'src/features/verify/Verify.tsx'],
  'verify.own': ['src/app/frames/OwnHostFrame.tsx', 'src/features/verify/Verify.tsx'],
};

/** The application's page with the style sheets of a screen in its head. */
function withStyles(dist: string, page: string, begins: readonly string[]): string {
  const links = [...firstLoad(dist, begins)]
    .filter((file) => file.endsWith('.css') && !page.includes(`"/${file}"`))
    .map((file) => `    <link rel="stylesheet" crossorigin href="/${file}">\n`);
  return page.replace('  </head>', () => `${links.join('')}  </head>`);
}

/** The front page of a visitor in one language, with what its program needs to know. */
function frontPage(page: string, language: Language, front: FrontPage): string {
  const { html, title, ...rest } = front;
  const data = JSON.stringify({ ...rest, title, language }).replaceAll('<', '\\u003c');
  return page
    .replace('<html lang="en">', () => `<html lang="${localeTags[language]}">`)
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root" data-written>${html.replaceAll(' data-style="', ' style="')}</div>\n    <script type="application/json" id="front-page">${data}</script>`,
    )
    .replace(/\s*<noscript>[\s\S]*?<\/noscript>/, '');
}

/**
 * A build plugin: the pages that the server sends to visitors. `pages/landing.LANGUAGE.html` is the front page as it
 * stands, `pages/verify.html` and `pages/verify.own.html` (on an organization's own host) the verify page without its
 * content, and `server/verify.js` the module that draws it.
 */
export function serverPages() {
  let dist = '';
  return {
    name: 'server-pages',
    apply: 'build' as const,
    // A new build is made beside the old one, which is served until it is replaced.
    configResolved({ root, build: { outDir } }: { root: string; build: { outDir: string } }): void {
      dist = resolve(root, outDir);
    },
    closeBundle: {
      order: 'post' as const,
      sequential: true,
      async handler(): Promise<void> {
        const page = readFileSync(join(dist, 'index.html'), 'utf8');
        mkdirSync(join(dist, 'pages'), { recursive: true });
        const { module } = await runnerImport<{ pages: Record<Language, FrontPage> }>(
          join(web, 'src/app/front/prerender.tsx'),
          { root: web, configFile: false, logLevel: 'error', plugins: [withoutStyles] },
        );
        for (const [language, front] of Object.entries(module.pages))
          writeFileSync(
            join(dist, `pages/landing.${language}.html`),
            frontPage(withStyles(dist, page, styled.landing), language as Language, front),
          );
        for (const name of ['verify', 'verify.own'] as const)
          writeFileSync(join(dist, `pages/${name}.html`), withStyles(dist, page, styled[name]));
        await build({
          root: web,
          configFile: false,
          logLevel: 'error',
          plugins: [withoutStyles, callsWithoutSchemas()],
          define: { 'process.env.NODE_ENV': '"production"' },
          ssr: { noExternal: true },
          build: {
            ssr: 'src/app/server/verify.tsx',
            outDir: join(dist, 'server'),
            emptyOutDir: true,
            rolldownOptions: { output: { entryFileNames: 'verify.js', codeSplitting: false } },
          },
        });
      },
    },
  };
}
