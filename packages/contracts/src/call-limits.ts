import type { Apis } from './api/index.ts';

/** What one call may cost. People, organizations and (for public calls) addresses are counted apart. */
export interface CallLimit {
  /** Points taken from the caller's common budget, see `budgets`. */
  cost: number;
  /** Calls of this kind in a row; as many come back in a minute, evenly. */
  burst: number;
  /** Calls of this kind under way at a time. */
  concurrency: number;
  /** The same call without `limit`, a list of everything, costs this instead. */
  whole?: { cost: number; burst: number };
}

/** Exactly one row for every call: a contract without its limits, or limits without a contract, do not compile. */
export type CallLimits = {
  readonly [Resource in keyof Apis]: { readonly [Key in keyof Apis[Resource]['calls']]: CallLimit };
};

// A budget is for the sum of different calls: it is several times what the busiest honest screen takes.
/** Points a caller may spend in a row on calls of every kind; as many come back in a minute, evenly. */
export const budgets = { person: 3_000, organization: 12_000, address: 600 } as const;

/** An organization has several people at work: this many times what one of them may do. */
export const organizationFactors = { burst: 4, concurrency: 3 } as const;

/** Whole lists that one person may have under way, whichever they are. */
export const maxConcurrentWholeLists = 1;

const look: CallLimit = { cost: 1, burst: 1_200, concurrency: 24 };
const list: CallLimit = { cost: 2, burst: 600, concurrency: 12, whole: { cost: 40, burst: 60 } };
const change: CallLimit = { cost: 3, burst: 600, concurrency: 12 };
const batch: CallLimit = { cost: 10, burst: 120, concurrency: 8 };

export const callLimits: CallLimits = {
  batches: {
    list: look,
    // A screen without a socket asks again and again.
    get: { ...look, burst: 2_400 },
    cancel: change,
    retry: batch,
  },
  certificates: {
    generate: batch,
    'download-zip': batch,
    'send-emails': batch,
    revoke: change,
  },
  // Super admins alone.
  organizations: {
    list,
    get: look,
    confirm: change,
    withdraw: change,
    pause: change,
    resume: change,
    reports: list,
    'close-report': change,
  },
  rpc: { get_all_user_data: look, get_user_roles: look },
  students: {
    list,
    'list-brief': list,
    upsert: change,
    delete: change,
    'delete-batch': { cost: 20, burst: 60, concurrency: 4 },
    // The web sends a file of 100,000 rows in a hundred pieces, one after the other.
    import: { cost: 10, burst: 240, concurrency: 4 },
  },
  templates: {
    list,
    get: { cost: 2, burst: 600, concurrency: 12 },
    // The editor saves by itself.
    upsert: { cost: 5, burst: 240, concurrency: 4 },
    'delete-batch': { cost: 20, burst: 60, concurrency: 4 },
  },
  tenants: {
    my: look,
    create: { cost: 50, burst: 30, concurrency: 4 },
    settings: look,
    'settings-update': change,
    domains: look,
    'domains-add': { cost: 20, burst: 30, concurrency: 4 },
    'domains-update': change,
    'domains-delete': change,
    certificates: look,
    'certificates-update': change,
    // A key of 4096 bits is seconds of computing.
    'certificates-action': { cost: 50, burst: 30, concurrency: 4 },
    'certificate-download': look,
    'get-roles': look,
  },
  verify: {
    // Whole classes sit behind one address.
    lookup: { cost: 1, burst: 240, concurrency: 24 },
    // People read them: a machine must not bury the one that matters.
    report: { cost: 10, burst: 20, concurrency: 2 },
    // Uploads have a share of their own besides.
    file: { cost: 8, burst: 30, concurrency: 8 },
  },
};
