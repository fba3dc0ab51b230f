import type { Call } from '@sello/contracts';
import { id as idSchema } from '@sello/contracts';
import { AppError, withLogIds } from '@sello/kit';
import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '../context.ts';
import { tenantOf } from '../hosts/site.ts';
import type { AdmittedCall, CallLimiter } from '../limits/call-limiter.ts';
import type { AccessGuard, Membership, Person } from './access.ts';
import type { BatchAnswer } from './batch-answer.ts';
import { createCallTable, findCall } from './call-table.ts';
import { keptNetwork } from './client-network.ts';
import { contentDisposition } from './content-disposition.ts';
import { Foreground } from './foreground.ts';
import type { Idempotency } from './idempotency.ts';
import type { Download, Endpoint, Incoming } from './implement.ts';
import type { Uploads } from './multipart.ts';
import { checkQuery, parsePayload } from './payload-codes.ts';
import { ProgressLines } from './progress-lines.ts';
import { readBody } from './read-body.ts';
import { requestIdOf } from './request-id.ts';
import { streamTo } from './stream-to.ts';
import { gather, sendWholeList, WholeList } from './whole-list.ts';

export interface Dispatch {
  endpoints: Endpoint[];
  context: Context;
  access: AccessGuard;
  idempotency: Idempotency;
  batchAnswer: BatchAnswer;
  limiter: CallLimiter;
  uploads: Uploads;
  /** Validates every reply against its contract, for tests. */
  checkReplies?: boolean;
}

/**
 * `/api/:resource?fn=…`: the only reader of `fn`. Always in this order: resource known, exactly one known `fn`, method,
 * access, limits, parse, handler, send.
 */
export function createDispatch(dispatch: Dispatch): RequestHandler {
  const table = createCallTable(dispatch.endpoints);
  const foreground = new Foreground();
  return async (request, response) => {
    const leave = foreground.enter();
    response.once('close', leave);
    const inBackground = () => {
      leave();
      return foreground;
    };
    const { fn, type } = request.query;
    const resource = String(request.params.resource);
    const endpoint = findCall(table, { resource, fn, type, method: request.method });
    response.locals.call = `${endpoint.resource}.${endpoint.key}`;
    const caller = await admit(dispatch, endpoint, request, response);
    const admitted = await dispatch.limiter.admit(endpoint, {
      ...(caller.person
        ? { userId: caller.person.userId, tenantId: caller.membership?.tenantId }
        : { address: request.ip }),
    });
    const held = [admitted];
    try {
      await answer(dispatch, endpoint, { request, response, caller, held, inBackground });
    } finally {
      for (const { release } of held) release();
    }
  };
}

interface Entered {
  request: Request;
  response: Response;
  caller: Caller;
  /** What the call holds of the limits until it ends: of the organization of its header, and of that of its body. */
  held: AdmittedCall[];
  /** Marks this call as long: it no longer delays others, and yields to short calls. */
  inBackground(): Foreground;
}

/** Parses, calls the handler and sends the reply; the caller is already authenticated and within the limits. */
async function answer(
  dispatch: Dispatch,
  endpoint: Endpoint,
  { request, response, caller, held, inBackground }: Entered,
): Promise<void> {
  const { query, body, file } = await parse(endpoint, request, response, dispatch.uploads);
  const named = tenantNamedIn(body);
  if (caller.person && endpoint.call.access.kind === 'tenant' && named !== undefined) {
    caller.membership = await dispatch.access.membership(caller.person, named, endpoint.call.access);
  }
  if (isWholeList(query)) await held[0]!.admitWholeList();
  const tenantId = caller.membership?.tenantId;
  if (caller.person && tenantId !== undefined && tenantId !== response.locals.tenantId) {
    // The body names another organization than the header: the call counts for that one too.
    response.locals.tenantId = tenantId;
    held.push(await dispatch.limiter.admit(endpoint, { userId: caller.person.userId, tenantId }));
  }
  const lines = new ProgressLines(endpoint.call, request, response);
  await withLogIds(tenantId === undefined ? {} : { tenantId }, async () => {
    const reply = await dispatch.idempotency.once(
      {
        key: endpoint.call.idempotent ? request.get('idempotency-key') : undefined,
        userId: caller.person?.userId ?? '',
        tenantId: tenantId ?? null,
        call: `${endpoint.resource}.${endpoint.key}`,
        request: { query, body, fileHash: file?.sha256 },
      },
      (operationId) =>
        endpoint.handle(
          {
            query,
            body,
            file,
            operationId,
            report: (progress: unknown) => lines.report(progress),
            left: lines.left,
            requestId: requestIdOf(response),
            address: request.ip ?? '',
            onlyTenantId: tenantOf(response),
            person: caller.person,
            tenantId,
            roles: caller.membership?.roles ?? (caller.person?.isSuperAdmin ? ['super_admin'] : []),
          } as unknown as Incoming<Call>,
          dispatch.context,
        ),
    );
    await send(dispatch, endpoint, reply, { request, response, tenantId, inBackground });
  });
}

/** Lists without `limit` return everything; for calls that are not lists the limiter ignores it. */
function isWholeList(query: unknown): boolean {
  return (query as { limit?: unknown }).limit === undefined;
}

interface Caller {
  person: Person | undefined;
  membership: Membership | undefined;
}

async function admit(
  { access, context, limiter }: Dispatch,
  endpoint: Endpoint,
  request: Request,
  response: Response,
): Promise<Caller> {
  const { call } = endpoint;
  if (call.access.kind === 'public') return { person: undefined, membership: undefined };
  const known = await access.person(request.get('authorization'), (userId) => {
    response.locals.userId = userId;
    return limiter.checkRecentRefusal(endpoint, userId);
  });
  const person = { ...known, network: keptNetwork(request.ip) };
  if (call.access.kind === 'superAdmin' && !person.isSuperAdmin) throw new AppError('super_admin_required');
  if (call.access.kind !== 'tenant') return { person, membership: undefined };
  // The tenant in the query takes precedence over the header.
  const tenantId = request.query.tenantId ?? request.get('x-tenant-id');
  if (tenantId === undefined || tenantId === '') {
    if (!call.access.orSuperAdmin || !person.isSuperAdmin) throw new AppError('organization_id_missing');
    return { person, membership: undefined };
  }
  if (!idSchema.safeParse(tenantId).success) throw new AppError('not_member');
  response.locals.tenantId = String(tenantId).toLowerCase();
  const membership = await access.membership(person, String(tenantId).toLowerCase(), call.access);
  context.noteTenant(person, membership.tenantId);
  return { person, membership };
}

function tenantNamedIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('tenantId' in body)) return undefined;
  return typeof body.tenantId === 'string' ? body.tenantId.toLowerCase() : undefined;
}

async function parse(endpoint: Endpoint, request: Request, response: Response, uploads: Uploads) {
  const { call } = endpoint;
  const { fn: _fn, type: _type, ...rest } = request.query;
  checkQuery(request.url.split('?').slice(1).join('?'));
  const query = call.query ? parsePayload(call.query, rest) : {};
  const read = await readBody(endpoint, request, response, uploads);
  const body = call.body ? parsePayload(call.body, read.body) : undefined;
  return { query, body, file: read.file };
}

interface Exchange {
  request: Request;
  response: Response;
  tenantId: string | undefined;
  inBackground(): Foreground;
}

async function send(
  dispatch: Dispatch,
  { call, resource, key }: Endpoint,
  given: unknown,
  { request, response, tenantId, inBackground }: Exchange,
): Promise<void> {
  const lines = ProgressLines.of(response);
  if (lines?.isOpen) return lines.end({ reply: given });
  response.set('cache-control', 'no-store');
  if (call.batch) {
    const { batchId } = given as { batchId: string };
    const isAsync = (request.get('prefer') ?? '')
      .split(/[,;]/)
      .some((part) => part.trim() === 'respond-async');
    await dispatch.batchAnswer.send(response, { batchId, tenantId: tenantId!, isAsync });
    return;
  }
  if (call.download) {
    const { stream, size, fileName } = given as Download;
    await streamTo(response, stream, {
      head: {
        'content-type': call.bytes ?? 'application/octet-stream',
        ...(size !== undefined && { 'content-length': String(size) }),
        'content-disposition': contentDisposition('attachment', fileName),
      },
    });
    return;
  }
  if (given instanceof WholeList && !dispatch.checkReplies) {
    return sendWholeList(response, given, inBackground());
  }
  const reply = given instanceof WholeList ? await gather(given) : given;
  if (dispatch.checkReplies) {
    const checked = call.reply.safeParse(reply);
    if (!checked.success) throw new Error(`${resource}.${key} breaks its contract: ${checked.error.message}`);
  }
  if (call.bytes) {
    const bytes = reply as Uint8Array;
    // Named by their content: kept by the browser for ever, for the organization that was allowed to read them.
    response.set({
      'content-type': call.bytes,
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'x-tenant-id',
    });
    response.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return;
  }
  response.json(reply);
}
