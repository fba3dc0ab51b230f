import { build } from 'vite';

/** Builds the page on which tests open the editor's canvas, of the product's own modules, into a folder. */
export async function buildHarness(folder: string): Promise<void> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
}
