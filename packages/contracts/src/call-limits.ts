import type { Apis } from './api/index.ts';

/** Rate limits of one call. Users, organizations and (for public calls) IP addresses are counted separately. */
export interface CallLimit {
  /** Points that a call takes from the caller's budget, see `budgets`. */
  cost: number;
  /** Size of this call's token bucket; it refills completely in a minute, at a constant rate. */
  burst: number;
  /** Concurrent requests of this call. */
  concurrency: number;
  /** Replaces cost and burst for a list requested without `limit`, which returns all items. */
  whole?: { cost: number; burst: number };
}

/** One entry for each call: a call without limits, and limits without a call, do not compile. */
export type CallLimits = {
  readonly [Resource in keyof Apis]: { readonly [Key in keyof Apis[Resource]['calls']]: CallLimit };
};

/**
 * Sizes of the token buckets that all calls of a caller share, in points; a bucket refills completely in a minute. They
 * are several times what the most demanding screen uses.
 */
export const budgets = { person: 3_000, organization: 12_000, address: 600 } as const;

/** The limits of an organization, as multiples of the limits of one user. */
export const organizationFactors = { burst: 4, concurrency: 3 } as const;

/** Concurrent requests of one user for lists without `limit`, over all resources. */
export const maxConcurrentWholeLists = 1;

const read: CallLimit = { cost: 1, burst: 1_200, concurrency: 24 };
const list: CallLimit = { cost: 2, burst: 600, concurrency: 12, whole: { cost: 40, burst: 60 } };
const change: CallLimit = { cost: 3, burst: 600, concurrency: 12 };
const batch: CallLimit = { cost: 10, burst: 120, concurrency: 8 };

export const callLimits: CallLimits = {
  assets: {
    list,
    // One at a time is decoded, on a thread of its own. The editor uploads a thumbnail with every save.
    upload: { cost: 15, burst: 120, concurrency: 8 },
    // One of an organization at a time is read, on a thread of its own.
    'import-pdf': { cost: 50, burst: 30, concurrency: 2 },
    file: { cost: 2, burst: 1_200, concurrency: 24 },
    // Once when a template is opened: each page is read from the object store the first time.
    'lost-letters': { cost: 10, burst: 120, concurrency: 4 },
  },
  audit: {
    list,
    people: { cost: 5, burst: 120, concurrency: 4 },
    // Reads every matching line, and is kept open while they are sent.
    export: { cost: 40, burst: 30, concurrency: 2 },
  },
  batches: {
    list: read,
    starters: { cost: 5, burst: 120, concurrency: 4 },
    // A screen without a socket connection polls.
    get: { ...read, burst: 2_400 },
    cancel: change,
    retry: batch,
    resend: batch,
  },
  certificates: {
    generate: batch,
    'download-zip': batch,
    'send-emails': batch,
    letter: { cost: 3, burst: 240, concurrency: 6 },
    history: { cost: 3, burst: 600, concurrency: 12 },
    revoke: change,
    // Reads the further columns of every student of a choice.
    'batch-values': { cost: 5, burst: 240, concurrency: 4 },
    // Workers lay out every row, a second at a time.
    preflight: { cost: 30, burst: 60, concurrency: 2 },
    'preflight-report': read,
    'preflight-picture': read,
    'preflight-leave': change,
  },
  fonts: {
    // The first one of a process hashes every font.
    list: { cost: 5, burst: 240, concurrency: 4 },
    // One at a time is read, on a thread of its own.
    upload: { cost: 50, burst: 30, concurrency: 2 },
    delete: change,
    // While a text in Thai, Khmer, Lao or Burmese is typed.
    words: { cost: 1, burst: 240, concurrency: 4 },
    file: { cost: 2, burst: 600, concurrency: 24 },
  },
  // For super admins only.
  organizations: {
    list,
    get: read,
    confirm: change,
    withdraw: change,
    pause: change,
    resume: change,
    reports: list,
    'close-reports': change,
  },
  invites: {
    // The tries of codes by both calls are counted together as well, for each person and each address.
    validate: { cost: 20, burst: 10, concurrency: 2 },
    redeem: { cost: 20, burst: 10, concurrency: 2 },
  },
  members: {
    list,
    'list-invites': list,
    // The addresses are counted as well.
    invite: { cost: 20, burst: 60, concurrency: 4 },
    'resend-invite': { cost: 20, burst: 60, concurrency: 4 },
    'revoke-invite': change,
    'remove-member': change,
    'change-role': change,
    'set-status': change,
    'accept-invite': change,
    'get-invite-info': { cost: 1, burst: 120, concurrency: 12 },
    'my-pending-invites': read,
  },
  rpc: { get_all_user_data: read, get_user_roles: read },
  sessions: { list: read, end: change },
  students: {
    list,
    'list-brief': list,
    get: read,
    // Reads the further columns of every student.
    columns: { cost: 10, burst: 60, concurrency: 2 },
    // Reads a few fields of every student that the search matches.
    'selection-counts': { cost: 10, burst: 120, concurrency: 4 },
    // Reads every matching student, and is kept open while they are sent.
    export: { cost: 40, burst: 30, concurrency: 2 },
    upsert: change,
    delete: change,
    'delete-batch': { cost: 20, burst: 60, concurrency: 4 },
    trash: list,
    restore: { cost: 20, burst: 60, concurrency: 4 },
    'delete-forever': { cost: 20, burst: 60, concurrency: 4 },
    erase: { cost: 10, burst: 60, concurrency: 4 },
    // The web sends a file of 100,000 rows in a hundred sequential requests.
    import: { cost: 10, burst: 240, concurrency: 4 },
    'import-file': { cost: 50, burst: 30, concurrency: 2 },
    // Compares up to 100,000 rows.
    'import-read': { cost: 50, burst: 60, concurrency: 2 },
    'import-preview': { cost: 2, burst: 600, concurrency: 4 },
    'import-start': batch,
    'import-result': { cost: 2, burst: 600, concurrency: 4 },
    'import-failed': { cost: 40, burst: 30, concurrency: 2 },
  },
  templates: {
    list,
    get: { cost: 2, burst: 600, concurrency: 12 },
    // Reads a field of every student.
    usage: { cost: 10, burst: 120, concurrency: 4 },
    // Reads fields of every template, of earlier ones the designs.
    brand: { cost: 10, burst: 120, concurrency: 4 },
    // The editor saves automatically.
    upsert: { cost: 5, burst: 240, concurrency: 4 },
    'delete-batch': { cost: 20, burst: 60, concurrency: 4 },
    revisions: { cost: 2, burst: 600, concurrency: 12 },
    revision: { cost: 2, burst: 600, concurrency: 12 },
    freeze: { cost: 5, burst: 240, concurrency: 4 },
    restore: { cost: 5, burst: 120, concurrency: 4 },
    // A worker prints it, for seconds if the template is heavy.
    export: { cost: 30, burst: 60, concurrency: 2 },
    'catalog-list': list,
    'catalog-get': { cost: 2, burst: 600, concurrency: 12 },
    'catalog-upsert': { cost: 5, burst: 240, concurrency: 4 },
    'catalog-delete-batch': { cost: 20, burst: 60, concurrency: 4 },
    'catalog-get-tags': read,
    // Each one may cost the operator money, and holds a connection for up to ten seconds.
    'catalog-generate-tags': { cost: 50, burst: 10, concurrency: 2 },
  },
  tenants: {
    my: read,
    create: { cost: 50, burst: 30, concurrency: 4 },
    settings: read,
    'settings-update': change,
    'time-zone': change,
    domains: read,
    'domain-answers': { cost: 2, burst: 600, concurrency: 12 },
    'domain-links': { cost: 5, burst: 240, concurrency: 4 },
    'domains-add': { cost: 20, burst: 30, concurrency: 4 },
    'domains-update': change,
    'domains-delete': change,
    certificates: read,
    'certificates-update': change,
    // Generating an RSA key of 4096 bits takes seconds of CPU time.
    'certificates-action': { cost: 50, burst: 30, concurrency: 4 },
    'certificate-download': read,
    delete: { cost: 20, burst: 30, concurrency: 2 },
    restore: { cost: 20, burst: 30, concurrency: 2 },
    export: { cost: 50, burst: 10, concurrency: 2 },
    'get-roles': read,
    leave: change,
    transfer: change,
  },
  verify: {
    // A class of students may share one IP address.
    lookup: { cost: 1, burst: 240, concurrency: 24 },
    // Operators read every report, so a script must not be able to flood them.
    report: { cost: 10, burst: 20, concurrency: 2 },
    // Letters have limits of their own.
    'report-mistake': { cost: 10, burst: 20, concurrency: 2 },
    'confirm-report': { cost: 5, burst: 60, concurrency: 4 },
    // Uploads have a separate limit as well.
    file: { cost: 8, burst: 30, concurrency: 8 },
  },
};
