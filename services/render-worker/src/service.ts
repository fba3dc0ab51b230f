import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  type Blobs,
  blobsOptionsFrom,
  createObjectStoreGuard,
  type ObjectStoreGuard,
  openBlobs,
} from '@sello/blobs';
import { upkeepTask } from '@sello/contracts';
import { closeInOrder, createMetrics, createOpsServer, type Logger, type Service } from '@sello/kit';
import {
  createLock,
  createReconciler,
  type HandlersOf,
  openQueue,
  type Queue,
  type Serving,
} from '@sello/queue';
import {
  createPdfImporter,
  createPictureThread,
  createRenderThread,
  type FontLibrary,
  loadFonts,
} from '@sello/render';
import { openStore, type Store } from '@sello/store';
import { createAfterwards } from './afterwards/afterwards.ts';
import type { RenderWorkerConfig } from './config.ts';
import { createHeavyMutex } from './issuing/heavy-mutex.ts';
import { createIssuing } from './issuing/issuing.ts';
import { createReplacedEvents } from './issuing/replaced.ts';
import { createSigners } from './issuing/signers.ts';
import { createTemplateCompiler } from './issuing/template-compiler.ts';
import { createTemplates } from './issuing/templates.ts';
import { exportJob, zipJob } from './jobs/archive.ts';
import { generateJob } from './jobs/generate.ts';
import { importJob, readStudentsJob } from './jobs/import.ts';
import { importPdfJob } from './jobs/import-pdf.ts';
import { preflightJob } from './jobs/preflight.ts';
import { previewJob } from './jobs/preview.ts';
import { upkeepJob } from './jobs/upkeep.ts';
import { createWorkMetrics } from './metrics.ts';
import { createPdfImports } from './pdf-imports/pdf-imports.ts';
import { createPreflights } from './preflights/preflights.ts';
import { createPreviewThreads } from './previews/preview-threads.ts';
import { createPreviews } from './previews/previews.ts';
import { reconcilerTasks } from './upkeep/reconciler-tasks.ts';

export interface RenderWorkerOverrides {
  log: Logger;
  blobs?: Blobs;
  objectStore?: ObjectStoreGuard;
  /** Time between two checks of the store for gaps, ms; `times.reconcileMs` by default. */
  gapsEveryMs?: number;
  /** Time between two steps of checking stored files, ms; 5,000 by default. */
  filesEveryMs?: number;
  /** Time between two looks for font packs that have arrived, ms; 5,000 by default. */
  packsEveryMs?: number;
}

interface Dependencies {
  store: Store;
  queue: Queue<'render-worker'>;
  blobs: Blobs;
  objectStore: ObjectStoreGuard;
  fonts: FontLibrary;
}

/** The service that issues certificates and packs zips. */
export async function createRenderWorker(
  config: RenderWorkerConfig,
  overrides: RenderWorkerOverrides,
): Promise<Service> {
  const { log, packsEveryMs } = overrides;
  const fonts = await loadFonts({ folder: config.FONTS, packs: config.FONT_PACKS, packsEveryMs });
  for (const { file, reason } of fonts.refused) log.warn({ file, reason }, 'skipped a font');
  const store = await openStore({ url: config.MONGO_URL, appName: 'render-worker' });
  const queue = openQueue({ redisUrl: config.REDIS_URL, log, service: 'render-worker' });
  const blobs = overrides.blobs ?? openBlobs(blobsOptionsFrom(config));
  const objectStore = overrides.objectStore ?? createObjectStoreGuard(blobs, store.installation, log);
  return assemble(config, overrides, { store, queue, blobs, objectStore, fonts });
}

function assemble(
  config: RenderWorkerConfig,
  { log, gapsEveryMs, filesEveryMs }: RenderWorkerOverrides,
  dependencies: Dependencies,
): Service {
  const { store, queue, blobs, objectStore, fonts } = dependencies;
  const registry = createMetrics('render-worker');
  const metrics = createWorkMetrics(registry);
  queue.measure(registry);
  const afterwards = createAfterwards({ store, queue, log });
  const progress = queue.progress(store.batches.count, afterwards.make);
  const owner = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const rendering = {
    folder: config.FONTS,
    packs: config.FONT_PACKS,
    budgetMs: config.RENDER_BUDGET_MS,
  };
  const thread = createRenderThread(rendering);
  const previewThreads = createPreviewThreads(config.PREVIEW_CONCURRENCY, rendering);
  const previews = createPreviews({ store, blobs, threads: previewThreads, publicUrl: config.PUBLIC_URL });
  const pictures = createPictureThread();
  const preflights = createPreflights({
    ...{ store, blobs, threads: previewThreads, pictures, publicUrl: config.PUBLIC_URL },
    publish(event) {
      queue.publish('preflight', event).catch((error: unknown) => {
        log.warn({ err: error, preflightId: event.preflightId }, 'preflight event could not be published');
      });
    },
  });
  const pdfImports = createPdfImports({ store, blobs, importer: createPdfImporter() });
  const templates = createTemplates(store, blobs, createTemplateCompiler(fonts, thread), log);
  const signers = createSigners(store, {
    wrappingKeys: config.SIGNING_KEYS_PRIVATE,
    timestampUrl: config.TSA_URL,
    log,
  });
  const stamping = { templates, signers, publicUrl: config.PUBLIC_URL, heavyMutex: createHeavyMutex() };
  const publishReplaced = createReplacedEvents({
    ...{ store, log },
    publish: (event) => queue.publish('certificate', event),
  });
  const issuing = createIssuing({ store, blobs, objectStore, ...stamping, log, publishReplaced });
  // A claim reads each row's student in the same query.
  const issuedRows = { ...store.batches, claim: store.batches.claimWithStudents };
  const handlers = {
    generate: generateJob({ batches: issuedRows, queue, progress, issuing, objectStore, metrics, owner }),
    zip: zipJob({ store, blobs, objectStore, progress, metrics, owner }),
    export: exportJob({ store, blobs, objectStore, progress, metrics, owner }),
    preview: previewJob({ previews, metrics }),
    'import-pdf': importPdfJob({ pdfImports, metrics }),
    import: importJob({
      store,
      blobs,
      batches: store.batches,
      queue,
      progress,
      owner,
      lock: createLock(store.locks, log),
    }),
    'read-students': readStudentsJob({ store, blobs }),
    preflight: preflightJob({ preflights, queue, metrics }),
    upkeep: upkeepJob({ store, blobs, objectStore, progress, templates, metrics, log }),
  } satisfies HandlersOf<'render-worker'>;
  const reconciler = createReconciler(
    reconcilerTasks({
      ...{ store, blobs, objectStore, queue, progress, afterwards, metrics, log, stamping },
      ...{ gapsEveryMs, filesEveryMs },
    }),
    log,
  );
  const ops = createOpsServer({
    listen: config.INTERNAL_PORT,
    log,
    metrics: registry,
    checks: {
      database: () => store.ping(),
      queue: () => queue.check(),
      objects: () => blobs.check(),
      objectStore: () => objectStore.check(),
    },
  });
  let serving: Serving | undefined;

  return {
    async start() {
      await blobs.prepare();
      // The result is ignored: an unknown object store shows in readiness, and jobs are delayed until it is known.
      await objectStore.isOurs();
      await ops.start();
      reconciler.start();
      serving = queue.serve(handlers, {
        concurrency: {
          generate: config.GENERATE_CONCURRENCY,
          zip: config.ZIP_CONCURRENCY,
          preview: config.PREVIEW_CONCURRENCY,
          import: config.IMPORT_CONCURRENCY,
          // One per task, so that a long one does not block the others.
          upkeep: upkeepTask.options.length,
        },
      });
    },
    async close() {
      ops.drain();
      await closeInOrder(
        [
          { name: 'jobs', close: () => serving?.close() },
          { name: 'render thread', close: () => thread.close() },
          { name: 'preview threads', close: () => previewThreads.close() },
          { name: 'picture thread', close: () => pictures.close() },
          { name: 'reconciler', close: () => reconciler.close() },
          { name: 'progress', close: () => progress.close() },
          { name: 'queue', close: () => queue.close() },
          { name: 'objects', close: () => blobs.close() },
          { name: 'database', close: () => store.close() },
          { name: 'internal port', close: () => ops.close() },
        ],
        log,
      );
    },
  };
}
