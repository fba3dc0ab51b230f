import { type HostUse, joinPath, publicRoutes, verifyApi, verifyPath } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { type RequestHandler, Router } from 'express';
import { handoverPath } from '../../auth/handover/handover.ts';
import type { TenantSite } from '../../hosts/hosts.ts';
import { siteOf } from '../../hosts/site.ts';
import type { WebApp } from '../web-app.ts';

export interface OwnHostDependencies {
  dispatch: RequestHandler;
  certificateFile: RequestHandler;
  certificatePicture: RequestHandler;
  pictures: RequestHandler;
  webApp: WebApp;
  handover: RequestHandler;
}

/** Files of the build that pages load: nothing else of it is served under an organization's name. */
const fileOfBuild = /^\/assets\/[\w-][\w.-]*$/;

/**
 * Everything that an organization's own host serves, by the uses that it allowed. A path that is not listed here is not
 * found: no call but those of the verify page, no session, no page of the staff. An invitation's page leads to the platform.
 */
export function createOwnHost({
  dispatch,
  webApp,
  pictures,
  handover,
  ...files
}: OwnHostDependencies): RequestHandler {
  const router = Router({ caseSensitive: true });
  const withUse = (use: HostUse): RequestHandler => {
    return (_request, response, next) => {
      next((siteOf(response) as TenantSite).uses[use] ? undefined : new AppError('not_found'));
    };
  };
  const verifies = withUse('useInVerification');
  const ofVerifyPage: RequestHandler = ({ params }, _response, next) =>
    next(params.resource === verifyApi.resource ? undefined : new AppError('not_found'));

  router.get('/', (_request, response) => {
    const { uses } = siteOf(response) as TenantSite;
    response.set('cache-control', 'no-store').redirect(302, uses.useInVerification ? verifyPath : joinPath);
  });
  router.all('/api/:resource', verifies, ofVerifyPage, dispatch);
  router.get(publicRoutes.certificate, verifies, files.certificateFile);
  router.get(publicRoutes.picture, verifies, files.certificatePicture);
  const isFileOfBuild: RequestHandler = ({ path }, _response, next) =>
    next(fileOfBuild.test(path) ? undefined : new AppError('not_found'));
  router.get(['/assets/:name', publicRoutes.logo], pictures, isFileOfBuild, webApp.files);
  const { reportMistake, confirmReport } = publicRoutes;
  router.get([`${verifyPath}{/:reference}`, reportMistake, confirmReport], verifies, webApp.page);
  const onboards = withUse('useInOnboarding');
  router.get([publicRoutes.acceptInvite, joinPath], onboards, webApp.page);
  router.use(handoverPath, onboards, handover);
  router.use((_request, _response, next) => next(new AppError('not_found')));

  return (request, response, next) => {
    if (siteOf(response).kind === 'tenant') router(request, response, next);
    else next();
  };
}
