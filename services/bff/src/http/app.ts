import { publicRoutes } from '@sello/contracts';
import { AppError, type Logger, type Registry } from '@sello/kit';
import compression from 'compression';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { createHostNames } from '../hosts/host-name.ts';
import type { Hosts } from '../hosts/hosts.ts';
import { createSites, refuseUnknownSites } from '../hosts/site.ts';
import type { WebApp } from '../public/web-app.ts';
import type { SecurityEvents } from '../security-events.ts';
import { createErrorEdge } from './error-edge.ts';
import { readPaths, refusePaths } from './plain-path.ts';
import { createRequestIds } from './request-id.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { watchRest } from './upload-rate.ts';

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
  ownHost: RequestHandler;
  webApp: WebApp;
  hosts: Hosts;
}

/** The browser's PDF viewer would be blocked by the content security policy of the pages. */
const fileHeaders: RequestHandler = (_request, response, next) => {
  response.set('content-security-policy', "frame-ancestors 'self'");
  response.set('x-frame-options', 'SAMEORIGIN');
  next();
};

/**
 * Bytes. Compressing a smaller response saves few packets and costs as much CPU as the rest of the call.
 */
const compressionThreshold = 4 * 1024;

/** The Express application of the public port, with all its routes. */
export function createApp(dependencies: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', dependencies.trustProxy);
  // Values are strings or lists of strings; brackets in names never create objects.
  app.set('query parser', 'simple');

  // Socket.IO listens on the same HTTP server and handles its own path.
  app.use((request, _response, next) => {
    if (!request.url.startsWith('/socket.io/')) next();
  });

  app.use(watchRest);
  app.use(createRequestIds(dependencies.log, dependencies.metrics));
  app.use(createSites(dependencies.hosts, createHostNames(dependencies.trustProxy)));
  app.use(readPaths);
  app.use(createSecurityHeaders(dependencies.publicUrl));
  app.use(refuseUnknownSites);
  app.use(refusePaths);
  app.use(compression({ threshold: compressionThreshold }));

  app.use(dependencies.ownHost);
  app.use('/auth/v1', dependencies.auth);
  app.all('/api/:resource', dependencies.dispatch);
  app.get(publicRoutes.certificate, fileHeaders, dependencies.certificateFile);
  app.get(publicRoutes.picture, dependencies.certificatePicture);
  app.get('/d/:token/:fileName', fileHeaders, dependencies.download);
  app.get(['/assets/:name', publicRoutes.logo], dependencies.pictures);
  app.use((request, _response, next) => {
    // `/internal` is served on another port. Here it must be 404: a proxy would read the application's page (200) as
    // permission.
    const isOurs = /^\/(api|auth\/v1|c|d|socket\.io|internal)(\/|$)/i.test(request.path);
    next(isOurs ? new AppError('not_found') : undefined);
  });
  app.use(dependencies.webApp.files);
  app.get('/{*path}', dependencies.webApp.page);
  app.use((_request, _response, next) => next(new AppError('not_found')));
  app.use(createErrorEdge(dependencies.log, dependencies.security));
  return app;
}
