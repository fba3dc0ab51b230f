import { publicRoutes } from '@sello/contracts';
import { AppError, type Logger, type Registry } from '@sello/kit';
import compression from 'compression';
import express, { type Express, type RequestHandler, type Router } from 'express';
import type { SecurityEvents } from '../security-events.ts';
import { createErrorEdge } from './error-edge.ts';
import { createRequestIds } from './request-id.ts';
import { createSecurityHeaders } from './security-headers.ts';

export interface AppDependencies {
  publicUrl: string;
  trustProxy: number | string;
  log: Logger;
  metrics: Registry;
  security: SecurityEvents;
  auth: Router;
  dispatch: RequestHandler;
  certificateFile: RequestHandler;
  certificatePicture: RequestHandler;
  download: RequestHandler;
  pictures: RequestHandler;
  webApp: Router;
}

/** A PDF or zip is shown by the browser's own viewer, which the pages' content security policy would block. */
const fileHeaders: RequestHandler = (_request, response, next) => {
  response.set('content-security-policy', "frame-ancestors 'self'");
  response.set('x-frame-options', 'SAMEORIGIN');
  next();
};

/**
 * Bytes. A shorter answer takes the same few packets either way, and compressing it costs as much CPU as the rest of
 * the call.
 */
const compressedFrom = 4 * 1024;

/** Every path of the public port, in the order they are tried. */
export function createApp(dependencies: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', dependencies.trustProxy);
  // Text or a list of texts, never objects made of brackets in a name.
  app.set('query parser', 'simple');

  // Socket.IO listens on the same HTTP server and answers everything under its path.
  app.use((request, _response, next) => {
    if (!request.url.startsWith('/socket.io/')) next();
  });
  app.use(createRequestIds(dependencies.log, dependencies.metrics));
  app.use(createSecurityHeaders(dependencies.publicUrl));
  app.use(compression({ threshold: compressedFrom }));

  app.use('/auth/v1', dependencies.auth);
  app.all('/api/:resource', dependencies.dispatch);
  app.get(publicRoutes.certificate, fileHeaders, dependencies.certificateFile);
  app.get(publicRoutes.picture, dependencies.certificatePicture);
  app.get('/d/:token/:fileName', fileHeaders, dependencies.download);
  app.get('/assets/:name', dependencies.pictures);
  app.use((request, _response, next) => {
    // `/internal` is on another port: here it must be 404, because the web application's page (200) would be taken for
    // a yes.
    const isOurs = /^\/(api|auth\/v1|c|d|socket\.io|internal)(\/|$)/i.test(request.path);
    next(isOurs ? new AppError('not_found') : undefined);
  });
  app.use(dependencies.webApp);
  app.use((_request, _response, next) => next(new AppError('not_found')));
  app.use(createErrorEdge(dependencies.log, dependencies.security));
  return app;
}
