import { AppError } from '@sello/kit';
import type { Request, RequestHandler, Response } from 'express';

/** Characters of a segment that need no escape (RFC 3986, 3.3: pchar), of those that `encodeURIComponent` escapes. */
const unescaped = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;
/** What a segment of a plain path does not hold once it is decoded: what servers and file systems read as a separator. */
const separators = /[/\\\p{Cc}]/u;

/**
 * The one spelling of a path (RFC 3986, 6.2.2): each segment decoded once, with the escapes that it needs and no others.
 * `undefined` for a path that is none, or whose meaning depends on who reads it: malformed escapes, empty segments, `.` and
 * `..`, separators and controls that are written as escapes. The last segment may be empty.
 */
export function plainPath(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined;
  const segments = path.slice(1).split('/');
  const plain: string[] = [];
  for (const [at, segment] of segments.entries()) {
    const text = decoded(segment);
    const isMissing = text === '' && at < segments.length - 1;
    if (text === undefined || isMissing || text === '.' || text === '..' || separators.test(text))
      return undefined;
    plain.push(encodeURIComponent(text).replace(unescaped, decodeURIComponent));
  }
  return `/${plain.join('/')}`;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * Rewrites the path of every request to its one spelling before anything decides by it: routes, sites, policies, files. One
 * that has none is refused by `refusePaths`, once the headers of the answer are set, and is the root until then.
 */
export const readPaths: RequestHandler = (request, response, next) => {
  const query = request.url.indexOf('?');
  const search = query < 0 ? '' : request.url.slice(query);
  const path = plainPath(request.path);
  (response.locals as PathLocals).isPlain = path !== undefined;
  request.url = `${path ?? '/'}${search}`;
  next();
};

/** 404: nothing has such a name. */
export const refusePaths: RequestHandler = (_request: Request, response: Response, next) =>
  next((response.locals as PathLocals).isPlain ? undefined : new AppError('not_found'));

interface PathLocals {
  isPlain?: boolean;
}
