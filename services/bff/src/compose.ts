import type { Server } from 'node:http';
import type { Blobs, ObjectStoreGuard } from '@sello/blobs';
import { serviceLimits } from '@sello/contracts';
import { createHosting, createPlatform } from '@sello/domains';
import type { Logger, Registry } from '@sello/kit';
import { createLock, type Queue } from '@sello/queue';
import {
  createFontSanitizer,
  createImageSanitizer,
  createNumberReader,
  createPictureThread,
  loadFonts,
  ownFontsOf,
} from '@sello/render';
import type { Store } from '@sello/store';
import type { Express } from 'express';
import { endpoints } from './api/index.ts';
import { createAudit } from './audit.ts';
import { hasJoined } from './auth/handover/handover.ts';
import { createSignIn } from './auth/sign-in.ts';
import { createSuperAdmins } from './auth/super-admins.ts';
import { createAccessTokens } from './auth/tokens.ts';
import { type BatchService, createBatchService } from './batches/batch-service.ts';
import type { BffConfig } from './config.ts';
import type { Context } from './context.ts';
import { createDomainClaims } from './domains/claims.ts';
import { createFontIndex } from './fonts/font-index.ts';
import { createHostNames } from './hosts/host-name.ts';
import { createHosts, type Hosts } from './hosts/hosts.ts';
import { createAccessGuard } from './http/access.ts';
import { createApp } from './http/app.ts';
import { createBatchAnswer } from './http/batch-answer.ts';
import { createClientAddress } from './http/client-network.ts';
import { createDispatch } from './http/dispatch.ts';
import { createIdempotency } from './http/idempotency.ts';
import { openUploadFolder } from './http/upload-folder.ts';
import { createUploadSlots } from './http/upload-slots.ts';
import { createClosedOrganizations } from './identity/closed.ts';
import { createCallLimiter } from './limits/call-limiter.ts';
import { createRateLimits } from './limits/rate-limits.ts';
import { createSharedCounts } from './limits/shared-counts.ts';
import { createLinks } from './links.ts';
import { createPdfImports } from './pdf-imports/pdf-imports.ts';
import { createPreflights } from './preflights/preflights.ts';
import { createPreviews } from './previews/previews.ts';
import { createCertificateFile } from './public/certificate-file.ts';
import { createCertificatePicture } from './public/certificate-picture.ts';
import { createDownload } from './public/download.ts';
import { createOwnHost } from './public/own-host/own-host.ts';
import { createSiteData } from './public/own-host/site-data.ts';
import { createPictures } from './public/pictures.ts';
import { createVerifyPage } from './public/verify-page/verify-page.ts';
import { createWebApp } from './public/web-app.ts';
import { evictionChannel, readEviction, writeEviction } from './realtime/eviction-signal.ts';
import { createSocketGuard } from './realtime/socket-guard.ts';
import { createSockets, type Sockets } from './realtime/sockets.ts';
import { openSignal, type Redis, type Signal } from './redis.ts';
import { createSecurityEvents } from './security-events.ts';
import { createStudentImports } from './student-imports/student-imports.ts';
import { createAiTags } from './tags/ai-tags.ts';
import { createTemplateCheck } from './templates/template-check.ts';
import { createInspector } from './verify/inspector.ts';
import { createIssuedCertificates } from './verify/issued.ts';
import { createIssuers } from './verify/issuers.ts';
import { createRevisionFacts } from './verify/revision-facts.ts';

export interface ComposeDependencies {
  config: BffConfig;
  server: Server;
  store: Store;
  blobs: Blobs;
  objectStore: ObjectStoreGuard;
  queue: Omit<Queue<'bff'>, 'serve'>;
  redis: Redis;
  log: Logger;
  metrics: Registry;
  /** Aborted when the service drains. */
  closing: AbortSignal;
  syncWaitMs?: number | undefined;
  recheckMs?: number | undefined;
  lockWaitMs?: number | undefined;
  rateFactor?: number | undefined;
  checkReplies?: boolean | undefined;
  aiTimeoutMs?: number | undefined;
}

export interface PublicPort {
  app: Express;
  batches: BatchService;
  sockets: Sockets;
  signal: Signal;
  hosts: Hosts;
}

/** Composes everything behind the public port. */
export async function compose(dependencies: ComposeDependencies): Promise<PublicPort> {
  const { config, server, store, blobs, objectStore, queue, redis, log, metrics } = dependencies;
  const publicUrl = new URL(config.PUBLIC_URL).origin;
  const platformHost = new URL(publicUrl).hostname;
  const masterKeys = config.MASTER_KEY.reveal();
  const superAdmins = createSuperAdmins(store, config.SUPER_ADMINS);
  const closed = createClosedOrganizations(store);
  const security = createSecurityEvents(log, metrics);

  const links = createLinks(publicUrl, masterKeys);
  const hosts = createHosts(publicUrl, store.domains.acrossTenants);
  const factor = (dependencies.rateFactor ?? 1) * config.LIMITS_FACTOR;
  const counts = createSharedCounts(redis);
  const rates = createRateLimits(counts, factor);
  const tokens = await createAccessTokens(config.SESSION_KEY.reveal(), `${publicUrl}/auth/v1`);
  const access = createAccessGuard(store, tokens, superAdmins.includes, closed);
  const batches = createBatchService(store, queue, log);

  const sockets = createSockets({
    server,
    access,
    store,
    guard: createSocketGuard({
      publicUrl,
      hosts,
      hostNamesOf: createHostNames(config.TRUST_PROXY),
      addressOf: createClientAddress(config.TRUST_PROXY),
    }),
    log,
    security,
    closed,
    signal: (eviction) => signal.send(writeEviction(eviction)),
    recheckMs: dependencies.recheckMs,
  });
  const signal = openSignal(redis, evictionChannel, (message) => {
    const eviction = readEviction(message);
    if (eviction) sockets.evict(eviction);
  });

  const templateCheck = createTemplateCheck({
    folder: config.FONTS,
    packs: config.FONT_PACKS,
    budgetMs: config.RENDER_BUDGET_MS,
    ownFonts: (tenantId, design) =>
      ownFontsOf(design, {
        list: (families) => store.fonts.ofFamilies(tenantId, families),
        read: (key) => blobs.read(key),
      }),
  });
  dependencies.closing.addEventListener('abort', () => void templateCheck.close(), { once: true });

  const pictures = createPictureThread();
  dependencies.closing.addEventListener('abort', () => void pictures.close(), { once: true });

  const numbers = createNumberReader();
  dependencies.closing.addEventListener('abort', () => void numbers.close(), { once: true });

  const issuers = createIssuers(store);
  const issued = createIssuedCertificates(store);
  const audit = createAudit(store, log);
  const context: Context = {
    log,
    store,
    blobs,
    objectStore,
    links,
    rates,
    sockets,
    batches,
    fonts: createFontIndex(await loadFonts({ folder: config.FONTS, packs: config.FONT_PACKS }), store, blobs),
    fontSanitizer: createFontSanitizer(),
    imageSanitizer: createImageSanitizer(),
    lock: createLock(store.locks, log, dependencies.lockWaitMs),
    templateCheck,
    pdfImports: createPdfImports({ blobs, queue, log, closing: dependencies.closing }),
    studentImports: createStudentImports({ blobs, queue, closing: dependencies.closing }),
    preflights: createPreflights({ blobs, queue, log }),
    previews: createPreviews({ blobs, queue, log, closing: dependencies.closing }),
    aiTags: createAiTags({ ...config, log, timeoutMs: dependencies.aiTimeoutMs }),
    audit,
    closed,
    issued,
    issuers,
    revisionFacts: createRevisionFacts(store),
    inspector: createInspector(store, blobs, issuers, {
      ...{ log, issued, numbers, trustList: config.TSA_TRUST },
    }),
    wrappingKey: config.SIGNING_KEYS_PUBLIC,
    dkimWrappingKey: config.DKIM_KEYS_PUBLIC,
    mailFrom: config.MAIL_FROM,
    signups: config.SIGNUPS,
    mailQuotas: {
      unproven: config.MAIL_QUOTA_UNPROVEN,
      domain: config.MAIL_QUOTA,
      operator: config.MAIL_QUOTA,
    },
    noteTenant(person, tenantId) {
      if (person.lastTenantId === tenantId) return;
      store.users.setLastTenant(person.userId, tenantId).catch((error: unknown) => {
        log.warn({ err: error }, 'the last organization could not be stored');
      });
    },
    domainChanged(tenantId, status) {
      // This process does not wait for its own event, which does not come while the queue is away.
      hosts.forget(tenantId);
      queue.publish('domain', { tenantId, status }).catch((error: unknown) => {
        log.warn({ err: error, tenantId }, 'the change of a domain could not be published');
      });
    },
    certificateChanged({ tenantId, studentId, _id: certId }) {
      queue
        .publish('certificate', { tenantId, certificates: [{ certId, studentId }] })
        .catch((error: unknown) => {
          log.warn({ err: error, certId }, 'the change of a certificate could not be published');
        });
    },
    async sendInvite({ tenantId, _id, letter }) {
      if (letter === undefined) return;
      const data = { tenantId, inviteId: _id, letterId: letter.id };
      await queue.enqueue('invite', data).catch((error: unknown) => {
        log.warn(
          { err: error, tenantId },
          'the letter of an invitation could not be enqueued; the reconciler enqueues it later',
        );
      });
    },
    async sendMistakeLetter({ tenantId, _id, letter }) {
      const data = { tenantId, reportId: _id, letterId: letter.id };
      await queue.enqueue('mistake', data).catch((error: unknown) => {
        log.warn(
          { err: error, tenantId },
          'the letter of a report could not be enqueued; the reconciler enqueues it later',
        );
      });
    },
    domainClaims: createDomainClaims({
      ...{ store, rates, log },
      hosting: createHosting({ url: config.HOSTING_URL, secret: config.HOSTING_SECRET }),
      platform: createPlatform({ host: platformHost, addresses: config.DOMAIN_ADDRESSES }),
      rules: { platformHost, reserved: config.RESERVED_DOMAINS },
    }),
    async checkDomain({ tenantId, _id }) {
      await queue.enqueue('domain', { tenantId, domainId: _id }).catch((error: unknown) => {
        log.warn(
          { err: error, tenantId },
          'a domain check could not be enqueued; the reconciler enqueues it later',
        );
      });
    },
  };

  const signIn = createSignIn({
    ...{ config, publicUrl, masterKeys, store, tokens, rates, log, redis },
    ...{ security, superAdmins, sockets, audit },
  });
  /** What the platform and the own hosts of organizations both serve. */
  const shared = {
    dispatch: createDispatch({
      endpoints,
      context,
      access,
      limiter: createCallLimiter(counts, factor),
      uploads: { folder: await openUploadFolder(config.UPLOADS), slots: createUploadSlots() },
      idempotency: createIdempotency(store.idempotencyKeys),
      batchAnswer: createBatchAnswer({
        batches,
        store,
        blobs,
        links,
        waitMs: dependencies.syncWaitMs ?? serviceLimits.syncWaitMs,
        closing: dependencies.closing,
      }),
      checkReplies: dependencies.checkReplies ?? false,
    }),
    certificateFile: createCertificateFile({ store, blobs, links, rates }),
    certificatePicture: createCertificatePicture({ store, blobs, links, rates, thread: pictures, log }),
    pictures: createPictures(blobs),
    webApp: createWebApp({
      webDist: config.WEB_DIST,
      describe: createVerifyPage({ context, rates, webDist: config.WEB_DIST, log }),
      siteData: createSiteData({
        store,
        publicUrl,
        hasJoined: (request) => hasJoined(signIn.cookies, request),
      }),
    }),
  };

  const app = createApp({
    publicUrl,
    trustProxy: config.TRUST_PROXY,
    log,
    metrics,
    security,
    auth: signIn.routes,
    ...shared,
    ownHost: createOwnHost({ ...shared, handover: signIn.handover.ownHost() }),
    hosts,
    download: createDownload({ store, blobs, links, rates }),
  });
  return { app, batches, sockets, signal, hosts };
}
