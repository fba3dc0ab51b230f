import { type Import, isTest, packageOf, place, targetOf, workspaceOf } from './imports.ts';

/** Which workspace may import which others. Dependencies point one way. Tests are exempt. */
const workspaces: Record<string, readonly string[]> = {
  'packages/contracts': [],
  'packages/design': ['contracts'],
  'packages/kit': ['contracts'],
  'packages/store': ['contracts', 'kit'],
  'packages/letters': ['contracts', 'kit', 'store'],
  'packages/domains': ['contracts', 'kit', 'store'],
  'packages/blobs': ['contracts', 'kit'],
  'packages/queue': ['contracts', 'kit'],
  'packages/proof': ['contracts', 'kit'],
  'packages/render': ['contracts', 'design', 'kit'],
  'packages/mongo-gateway': [],
  'services/bff': [
    ...['contracts', 'design', 'kit', 'store', 'letters', 'domains', 'blobs', 'queue', 'proof', 'render'],
  ],
  'services/render-worker': ['contracts', 'design', 'kit', 'store', 'blobs', 'queue', 'proof', 'render'],
  'services/mail-worker': [
    'contracts',
    'design',
    'kit',
    'store',
    'letters',
    'blobs',
    'queue',
    'proof',
    'render',
  ],
  'services/domain-worker': ['contracts', 'kit', 'store', 'domains', 'queue'],
  'packages/dev-stack': [
    ...[
      'contracts',
      'design',
      'kit',
      'store',
      'letters',
      'domains',
      'blobs',
      'queue',
      'proof',
      'render',
      'mongo-gateway',
    ],
    ...['bff', 'render-worker', 'mail-worker', 'domain-worker'],
  ],
  web: ['contracts', 'design'],
};

const base = ['state', 'api', 'i18n', 'errors', 'ui', 'auth', 'tenancy'];

/** Which folder of `web/src` may import which others. Only `app` imports features; no feature imports another. */
const webFolders: Record<string, readonly string[]> = {
  state: [],
  i18n: ['state'],
  api: ['state'],
  errors: ['api', 'i18n'],
  ui: ['state', 'i18n', 'api', 'errors'],
  auth: ['state', 'api', 'i18n', 'ui'],
  tenancy: ['state', 'api', 'i18n', 'errors', 'ui', 'auth'],
  batches: base,
  signing: base,
  editor: [...base, 'batches'],
  features: [...base, 'batches', 'signing'],
  app: [...base, 'batches', 'signing', 'editor', 'features'],
};

/** The folder of `web/src` with a file, and the path below it; empty for the entry file. */
const webFolder = (file: string): string[] => /^web\/src\/([^/]+)\/(?:(.+)\/)?/.exec(file)?.slice(1) ?? [];

function wrongInWeb(entry: Import, target: string | undefined): string | undefined {
  const [from, fromInner = ''] = webFolder(entry.file);
  const [to, toInner = ''] = target ? webFolder(target) : [];
  if (!from || !to || to === 'styles' || to === 'fonts') return undefined;
  const allowed = webFolders[from];
  if (!allowed) return `${place(entry)} is in a folder that the graph of the web does not list`;
  const feature = (inner: string): string | undefined => inner.split('/')[0];
  if (from === to && (from !== 'features' || feature(fromInner) === feature(toInner))) return undefined;
  if (from !== to && allowed.includes(to)) return undefined;
  return `${place(entry)} imports ${target}, which ${from === to ? 'another feature may not' : `${from} may not`}`;
}

/** Workspaces that run in a browser as well, so they may not use Node built-ins. */
const pure = ['packages/contracts', 'packages/design', 'web'];

/** The only place that may import a library: a folder or a file. With `one`, only a single file in that folder. */
const importingPlaces: Record<string, { in: readonly string[]; one?: true }> = {
  bullmq: { in: ['packages/queue/'] },
  ioredis: { in: ['packages/queue/', 'services/bff/src/redis.ts'] },
  mongoose: { in: ['packages/store/'] },
  '@aws-sdk/client-s3': { in: ['packages/blobs/'] },
  '@aws-sdk/lib-storage': { in: ['packages/blobs/'] },
  'node-forge': { in: ['packages/proof/src/x509/certificate-file.ts'] },
  '@signpdf/signpdf': { in: ['packages/proof/'] },
  '@signpdf/utils': { in: ['packages/proof/'] },
  '@signpdf/placeholder-pdf-lib': { in: ['packages/proof/'] },
  jose: { in: ['services/bff/src/auth/tokens.ts'] },
  'dns-packet': { in: ['services/domain-worker/src/dns/message.ts'] },
  'ipaddr.js': { in: ['services/bff/src/http/client-network.ts'] },
  'pdf-lib': { in: ['packages/render/', 'packages/proof/'] },
  '@hyzyla/pdfium': { in: ['packages/render/src/picture/'], one: true },
  fabric: { in: ['web/src/editor/canvas/', 'web/scripts/canvas/bare.ts'] },
  'range-parser': { in: ['services/bff/src/public/range.ts'] },
  fresh: { in: ['services/bff/src/public/send-object.ts'] },
  nodemailer: {
    in: ['services/mail-worker/src/sending/transport.ts', 'services/mail-worker/src/dkim/sign.ts'],
  },
  archiver: { in: ['services/render-worker/src/'], one: true },
  chardet: { in: ['packages/kit/src/likely-encodings.ts'] },
  papaparse: { in: ['packages/kit/src/csv-read.ts'] },
  qr: { in: ['packages/design/src/elements/qr/'] },
  unpdf: { in: ['web/src/features/verify/file/numbers-in.ts'] },
  pg: { in: ['packages/mongo-gateway/'] },
  bson: { in: ['packages/mongo-gateway/'] },
};

/** Every import that the graph does not allow, as a sentence with its place. */
export function wrongEdges(imports: readonly Import[]): string[] {
  const wrong: string[] = [];
  const seen = new Map<string, Set<string>>();
  for (const entry of imports) {
    const workspace = workspaceOf(entry.file);
    if (!workspace || isTest(entry.file)) continue;
    const name = packageOf(entry.specifier);
    const target = targetOf(entry);
    const targetWorkspace = target && workspaceOf(target);
    if (targetWorkspace && targetWorkspace !== workspace)
      wrong.push(`${place(entry)} reaches into ${targetWorkspace} by a relative path`);
    const inWeb = wrongInWeb(entry, target);
    if (inWeb) wrong.push(inWeb);
    if (target && !targetWorkspace && workspace !== 'web') wrong.push(`${place(entry)} leaves its workspace`);
    if (entry.specifier.startsWith('node:') && pure.includes(workspace) && entry.file.includes('/src/')) {
      wrong.push(`${place(entry)} uses ${entry.specifier} in a workspace that also runs in the browser`);
    }
    if (!name) continue;
    const allowed = workspaces[workspace];
    if (!allowed) wrong.push(`${place(entry)} is in a workspace that the graph does not list`);
    else if (
      name.startsWith('@sello/') &&
      name !== `@sello/${workspace.split('/').at(-1)}` &&
      !allowed.includes(name.slice(7))
    )
      wrong.push(`${place(entry)} imports ${name}, which ${workspace} may not`);
    const rule = importingPlaces[name];
    if (!rule) continue;
    if (!rule.in.some((start) => entry.file.startsWith(start))) {
      wrong.push(`${place(entry)} imports ${name}, which only ${rule.in.join(', ')} may import`);
    } else if (rule.one) seen.set(name, (seen.get(name) ?? new Set()).add(entry.file));
  }
  for (const [name, files] of seen) {
    if (files.size > 1)
      wrong.push(`${name} is imported by ${[...files].join(' and ')}; it belongs in one file`);
  }
  return wrong;
}

/** Import cycles between files, type imports included, each as its path. */
export function cycles(imports: readonly Import[], files: ReadonlySet<string>): string[] {
  const edges = new Map<string, string[]>();
  for (const entry of imports) {
    const target = targetOf(entry);
    if (target && files.has(target)) edges.set(entry.file, [...(edges.get(entry.file) ?? []), target]);
  }
  const found: string[] = [];
  const state = new Map<string, 'open' | 'closed'>();
  const path: string[] = [];
  const visit = (file: string): void => {
    if (state.get(file) === 'closed') return;
    if (state.get(file) === 'open') {
      found.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    path.push(file);
    for (const next of edges.get(file) ?? []) visit(next);
    path.pop();
    state.set(file, 'closed');
  };
  for (const file of edges.keys()) visit(file);
  return found;
}
