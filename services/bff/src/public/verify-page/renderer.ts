import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderedVerifyPage, VerifyPageModule, VerifyPageRequest } from '@sello/contracts';

export type RenderVerifyPage = (request: VerifyPageRequest) => RenderedVerifyPage;

/** The module of the web's build that draws the verify page, loaded once; rejects for a build without it. */
export function createRenderer(webDist: string): () => Promise<RenderVerifyPage> {
  let renderer: Promise<RenderVerifyPage> | undefined;
  return () => {
    renderer ??= import(pathToFileURL(join(webDist, 'server/verify.js')).href).then((module) =>
      (module as VerifyPageModule).createVerifyPageRenderer(),
    );
    return renderer;
  };
}
