import { AppError } from '@sello/kit';
import type { RequestHandler, Response } from 'express';
import type { ReadHostNames } from './host-name.ts';
import type { Hosts, Site } from './hosts.ts';

/** The site that a request is for. */
export const siteOf = (response: Response): Site => (response.locals as { site: Site }).site;

/** The only organization whose certificates are found: that of the own host; undefined on the platform. */
export function tenantOf(response: Response): string | undefined {
  const site = siteOf(response);
  return site.kind === 'tenant' ? site.tenantId : undefined;
}

/**
 * Finds the site of every request, before anything else reads it. A request without any Host (HTTP/1.0) or with a name
 * that nobody has verified is for no site. `refuseUnknownSites` refuses those, once the headers of the answer are set.
 */
export function createSites(hosts: Hosts, namesOf: ReadHostNames): RequestHandler {
  return async (request, response, next) => {
    response.locals.site = { kind: 'unknown' } satisfies Site;
    try {
      const names = namesOf(request);
      if (names === undefined) throw new AppError('invalid_payload');
      response.locals.site = await hosts.siteOf(names);
    } catch (error) {
      response.locals.siteError = error;
    }
    next();
  };
}

/** 421 (RFC 9110, 15.5.20) for names under which nothing is served. */
export const refuseUnknownSites: RequestHandler = (_request, response, next) => {
  if (isServed(siteOf(response))) return next();
  const { siteError } = response.locals as { siteError?: unknown };
  next(siteError ?? new AppError('host_unknown'));
};

const isServed = (site: Site): boolean =>
  site.kind === 'tenant' ? Object.values(site.uses).includes(true) : site.kind === 'platform';
