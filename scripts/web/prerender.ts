import { join } from 'node:path';
import { runnerImport } from 'vite';

const web = join(import.meta.dirname, '../../web');
const front = join(web, 'src/app/front');

/** Markup needs no styles, and the runner's environment cannot read them. */
export const withoutStyles = {
  name: 'without-styles',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id: string) => (id === '\0no-styles' ? '' : undefined),
};

/** A build plugin: the front page is drawn by the build, so `LANGUAGE.prerendered.ts` holds it as a constant. */
export function prerenderedPages() {
  const pages = new Map<string, string>();
  return {
    name: 'prerendered-pages',
    enforce: 'pre' as const,
    apply: 'build' as const,
    async buildStart(): Promise<void> {
      const { module } = await runnerImport<{ pages: object }>(join(front, 'prerender.tsx'), {
        root: web,
        configFile: false,
        logLevel: 'error',
        plugins: [withoutStyles],
      });
      for (const [language, page] of Object.entries(module.pages))
        pages.set(join(front, `${language}.prerendered.ts`), `export const page = ${JSON.stringify(page)};`);
    },
    load: (id: string): string | undefined => pages.get(id),
  };
}
