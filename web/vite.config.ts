import { constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { callsWithoutSchemas } from '../scripts/web/calls.ts';
import { chunkGroups } from '../scripts/web/chunks.ts';
import { importsAgain } from '../scripts/web/imports-again.ts';
import { prerenderedPages } from '../scripts/web/prerender.ts';
import { serverPages } from '../scripts/web/server-pages.ts';
import { verifyTexts } from '../scripts/web/verify-texts.ts';

// In development API calls are proxied to a running BFF; SELLO_APP is its address (printed by npm start).
const app = process.env.SELLO_APP ?? 'http://localhost:8080';
const proxied = ['/api/', '/auth/v1/', '/c/', '/d/', '/assets/[0-9a-f]{64}\\.'].map((path) => [
  `^${path}`,
  { target: app },
]);

const seldomOpened =
  /(editing|More|Erased|LinkedInFields|ReportMistake|ConfirmReport|SettingsRoute|DeleteStudents|EmailStudents|EraseStudent|BulkMenu|SelectionBar|GrowthQuestion|growth|GenerateMany|GenerateDialog|GenerateOne|actions|StudentScreen|RevokeCertificate|ImportDialog|StudentForm|Batches|LoseUnsaved|OneTemplate|EditorFrame|CatalogScreen|OrganizationsRoute|AccountScreen|BatchScreen|BatchesScreen|Onboarding|AcceptInvite|PendingInvites|OpenFirstScreen|Denied|Notices|MembershipWatch|Shut|WithoutOrganization)-[\w-]+\.js$/;

/** What every page, or the router of the staff, has loaded before it opens a screen: not named once more. */
const alwaysLoaded =
  /(rolldown-runtime|react|public|open|session|schemas|scalars|hooks|queryClient|utils)-[\w-]+\.js$/;

// The BFF serves these beside the files themselves. Quality 9 takes a ninth of the time of the best, whose files are
// 8 % smaller.
const compressed = compression({
  include: /\.(js|css|wasm|svg|json)$/,
  exclude: /\.vite\//,
  threshold: 1024,
  algorithms: [
    defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    defineAlgorithm('gzip', { level: 9 }),
  ],
  logLevel: 'silent',
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    callsWithoutSchemas(),
    prerenderedPages(),
    verifyTexts(),
    react(),
    importsAgain(),
    compressed,
    serverPages(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The manifest of chunks and their imports: a test limits the size of each first load.
    manifest: true,
    target: 'es2022',
    // Nothing is inlined, so that the content security policy needs no exception.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The table of routes names what each screen needs. Those that few people open, or that have a document of their own,
      // would make it larger for everybody, and dialogs are fetched while the page is idle: of these only the styles are named.
      resolveDependencies: (file, needed, { hostId }) => {
        if (seldomOpened.test(file)) return needed.filter((name) => name.endsWith('.css'));
        const known = hostId.includes('staff-screens') ? alwaysLoaded : undefined;
        return known ? needed.filter((name) => !known.test(name)) : needed;
      },
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      // The contracts have no side effects: a chunk contains only the exports that it uses.
      treeshake: { moduleSideEffects: (id) => !/\/packages\/(contracts|design)\//.test(id) },
    },
  },
  server: {
    proxy: { ...Object.fromEntries(proxied), '^/socket.io/': { target: app, ws: true } },
  },
});
