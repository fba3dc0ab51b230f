import { AppError } from '@sello/kit';
import type { RequestHandler } from 'express';

/** Characters of a segment that need no escape (RFC 3986, 3.3: pchar), of those that `encodeURIComponent` escapes. */
const unescaped = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;
/** What a segment of a plain path does not hold once it is decoded: what servers and file systems read as a separator. */
const separators = /[/\\\p{Cc}]/u;

/**
 * The one spelling of a path (RFC 3986, 6.2.2): each segment decoded once, with the escapes that it needs and no others. The
 * last segment may be empty. @throws AppError `invalid_payload` for escapes that are malformed; `not_found` for a path whose
 * meaning depends on who reads it: empty segments, `.` and `..`, separators and controls that are written as escapes
 */
export function plainPath(path: string): string {
  if (!path.startsWith('/')) throw new AppError('not_found');
  const segments = path.slice(1).split('/').map(decoded);
  for (const [at, text] of segments.entries()) {
    const isMissing = text === '' && at < segments.length - 1;
    if (isMissing || text === '.' || text === '..' || separators.test(text)) throw new AppError('not_found');
  }
  const plain = segments.map((text) => encodeURIComponent(text).replace(unescaped, decodeURIComponent));
  return `/${plain.join('/')}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('invalid_payload');
  }
}

interface PathLocals {
  pathError?: unknown;
}

/**
 * Rewrites the path of every request to its one spelling before anything decides by it: routes, sites, policies, files. One
 * that has none is the root until `refusePaths` refuses it, once the headers of the answer are set.
 */
export const readPaths: RequestHandler = (request, response, next) => {
  const query = request.url.indexOf('?');
  const search = query < 0 ? '' : request.url.slice(query);
  let path = '/';
  try {
    path = plainPath(request.path);
  } catch (error) {
    (response.locals as PathLocals).pathError = error;
  }
  request.url = `${path}${search}`;
  next();
};

export const refusePaths: RequestHandler = (_request, response, next) =>
  next((response.locals as PathLocals).pathError);
