/** A pattern of modules by the ends of their paths, without extension; a folder ends in `/`. */
const modules = (root: string, paths: readonly string[]): RegExp =>
  new RegExp(`/${root}/(${paths.map((path) => (path.endsWith('/') ? path : `${path}\\.tsx?$`)).join('|')})`);

/**
 * Which modules share a file of the build. Left alone, the many small modules that every page imports are a file each:
 * 56 for the verify page, and 9 kB more than in 22, because short files compress badly.
 */
export const chunkGroups = [
  {
    // What decides which page is opened; fetched by all, so it must not import React.
    name: 'open',
    priority: 3,
    test: modules('(?:web|packages/contracts)/src', [
      ...[
        'limits',
        'urls',
        'own-site',
        'state/memory',
        'state/own-site',
        'i18n/language',
        'auth/stored-session',
        'tenancy/paths',
      ],
      ...['app/routes/match', 'app/routes/table', 'app/front/pages', 'app/public/entries'],
    ]),
  },
  {
    // The front page fetches it to sign in, without React.
    name: 'session',
    priority: 3,
    test: modules('web/src', ['auth/index', 'auth/session', 'state/store']),
  },
  {
    // Changes only with its versions: stays in the browser's cache over releases of ours.
    name: 'react',
    priority: 2,
    test: /\/node_modules\/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store)\//,
  },
  {
    // What the public pages import, and most of the staff's as well.
    name: 'public',
    priority: 1,
    test: modules('web/src', [
      ...['api/index', 'api/client', 'auth/person', 'auth/useSignIn', 'errors/describe', 'i18n/index'],
      ...['i18n/format', 'i18n/plurals', 'state/activeTenant', 'state/useStarted', 'state/useStore'],
      ...['tenancy/routes', 'tenancy/FirstScreen', 'ui/button/', 'ui/deferred/deferred', 'ui/facts/'],
      ...[
        'ui/field/(?!DateField|typed-day)',
        'ui/hash/',
        'ui/icon/',
        'ui/link/',
        'ui/mark/',
        'ui/name/',
        'ui/rich/',
        'ui/seal/',
      ],
      ...['ui/skeleton/', 'ui/state/', 'ui/title/', 'app/start', 'app/PageFault', 'app/public/'],
      ...[
        'app/frames/frames',
        'app/guard/Opening',
        'app/header/(Public|Brand|useLanguage|Language|Mobile|Footer)\\w*',
      ],
      ...['ui/crumbs/', 'ui/offline/'],
    ]),
  },
  {
    // What every page of the staff's reads with, without what else imports the contracts that it needs.
    name: 'staff',
    priority: 1,
    includeDependenciesRecursively: false,
    test: modules('web/src', [
      ...['api/queryClient', 'api/reading', 'api/tenant-client', 'auth/permissions'],
      ...['batches/(?:actions|store|tray)', 'tenancy/(?:Gate|ServerState|TenancyProvider|useTenancy|choose)'],
      ...['app/guard/(?:Guard|Unreachable)', 'ui/toast/(?:queue|ToastLayer|toastError)'],
    ]),
  },
];
