import { type Api, type Apis, apis, type Call } from '@sello/contracts';

/** The ids of an organization's resources, which others may try to access. */
export interface TenantResources {
  tenant: string;
  owner: { id: string; email: string };
  student: string;
  asset: string;
  template: string;
  revision: string;
  catalogEntry: string;
  certId: string;
  batch: string;
  /** A file of students that was sent, and the batch of one that was started. */
  studentImport: string;
  importBatch: string;
  preflight: string;
  signingCertificate: string;
  report: string;
  reportToken: string;
  font: string;
  fontSha256: string;
  member: string;
  invite: string;
  /** What the link of the invitation names it by. */
  inviteLink: string;
  inviteCode: string;
  /** Of the owner. */
  session: string;
}

/** A valid request, which would have an effect if it were admitted. */
export interface Attempt {
  query?: Record<string, string>;
  body?: object;
}

type Rows = {
  [R in keyof Apis]: { [K in keyof Apis[R]['calls']]: (target: TenantResources, design: unknown) => Attempt };
};

/** One valid request of every call, with the organization's own ids: a call without a row does not compile. */
const rows: Rows = {
  assets: {
    list: () => ({}),
    upload: () => ({ body: { use: 'image' } }),
    'import-pdf': () => ({ body: {} }),
    file: ({ asset }) => ({ query: { id: asset } }),
    'lost-letters': ({ asset }) => ({ query: { ids: asset } }),
  },
  audit: {
    list: ({ tenant }) => ({ query: { tenantId: tenant } }),
    people: ({ tenant }) => ({ query: { tenantId: tenant } }),
    export: ({ tenant }) => ({ query: { tenantId: tenant } }),
  },
  students: {
    list: () => ({}),
    'list-brief': () => ({}),
    get: ({ student }) => ({ query: { id: student } }),
    columns: () => ({}),
    'selection-counts': () => ({}),
    export: ({ student }) => ({ body: { ids: [student] } }),
    upsert: ({ student }) => ({ body: { _id: student, fullName: 'Somebody Else', custom: {} } }),
    delete: ({ student }) => ({ query: { id: student } }),
    'delete-batch': ({ student }) => ({ body: { ids: [student] } }),
    trash: () => ({}),
    restore: ({ student }) => ({ body: { ids: [student] } }),
    'delete-forever': ({ student }) => ({ body: { ids: [student] } }),
    erase: ({ student }) => ({ body: { id: student } }),
    import: () => ({ body: { students: [{ fullName: 'Imported' }] } }),
    'import-file': () => ({ body: {} }),
    'import-read': ({ studentImport }) => ({ body: { importId: studentImport } }),
    'import-preview': ({ studentImport }) => ({ query: { importId: studentImport } }),
    'import-start': ({ studentImport }) => ({ body: { importId: studentImport } }),
    'import-result': ({ importBatch }) => ({ query: { batchId: importBatch } }),
    'import-failed': ({ importBatch }) => ({ query: { batchId: importBatch } }),
  },
  templates: {
    list: () => ({}),
    get: ({ template }) => ({ query: { id: template } }),
    usage: () => ({}),
    brand: () => ({}),
    upsert: ({ template }, design) => ({
      body: { ...(design as object), _id: template, name: 'Taken over' },
    }),
    'delete-batch': ({ template }) => ({ body: { ids: [template] } }),
    revisions: ({ template }) => ({ query: { id: template } }),
    revision: ({ template, revision }) => ({ query: { id: template, revisionId: revision } }),
    freeze: ({ template }) => ({ body: { id: template, reason: 'named', label: 'Taken over' } }),
    restore: ({ template, revision }) => ({ body: { id: template, revisionId: revision, rev: 1 } }),
    export: ({ template }) => ({ body: { id: template } }),
    'catalog-list': () => ({}),
    'catalog-get': ({ catalogEntry }) => ({ query: { id: catalogEntry } }),
    'catalog-upsert': ({ catalogEntry }, design) => ({
      body: { ...(design as object), _id: catalogEntry, name: 'Taken over', rev: 1 },
    }),
    'catalog-delete-batch': ({ catalogEntry }) => ({ body: { ids: [catalogEntry] } }),
    'catalog-get-tags': () => ({}),
    'catalog-generate-tags': ({ asset }) => ({ body: { texts: ['Course'], thumbnail: asset } }),
  },
  certificates: {
    generate: ({ student, template }) => ({
      body: { bulk: true, students: [{ _id: student, templateId: template }] },
    }),
    'download-zip': ({ student }) => ({ body: { students: [{ _id: student }] } }),
    'send-emails': ({ student }) => ({ body: { students: [{ _id: student }] } }),
    letter: ({ student, template }) => ({ query: { studentId: student, templateId: template } }),
    history: ({ student }) => ({ query: { studentId: student } }),
    revoke: ({ certId }) => ({ body: { certId, reason: 'x' } }),
    'batch-values': ({ student, template }) => ({
      body: { students: [{ _id: student, templateId: template }] },
    }),
    preflight: ({ student, template }) => ({ body: { students: [{ _id: student, templateId: template }] } }),
    'preflight-report': ({ preflight }) => ({ query: { preflightId: preflight } }),
    'preflight-picture': ({ preflight }) => ({ query: { preflightId: preflight, place: '0' } }),
    'preflight-leave': ({ preflight }) => ({ body: { preflightId: preflight } }),
  },
  batches: {
    list: () => ({}),
    starters: () => ({}),
    get: ({ batch }) => ({ query: { id: batch } }),
    cancel: ({ batch }) => ({ body: { id: batch } }),
    retry: ({ batch }) => ({ body: { id: batch } }),
    resend: ({ batch }) => ({ body: { id: batch } }),
  },
  tenants: {
    my: () => ({}),
    create: () => ({ body: { name: `Made in passing ${Math.random()}` } }),
    settings: ({ tenant }) => ({ query: { tenantId: tenant } }),
    'settings-update': ({ tenant }) => ({ query: { tenantId: tenant }, body: { showIdNumber: true } }),
    'time-zone': () => ({ body: { timeZone: 'America/Lima' } }),
    domains: ({ tenant }) => ({ query: { tenantId: tenant } }),
    'domain-answers': ({ tenant }) => ({ query: { tenantId: tenant } }),
    'domain-links': ({ tenant }) => ({ query: { tenantId: tenant } }),
    'domains-add': ({ tenant }) => ({ query: { tenantId: tenant }, body: { domain: 'taken.example.org' } }),
    'domains-update': ({ tenant }) => ({
      query: { tenantId: tenant },
      body: { settings: { useInEmails: true } },
    }),
    'domains-delete': ({ tenant }) => ({ query: { tenantId: tenant } }),
    certificates: ({ tenant }) => ({ query: { tenantId: tenant } }),
    'certificates-update': ({ tenant }) => ({
      query: { tenantId: tenant },
      body: { settings: { selfSignedEnabled: true } },
    }),
    'certificates-action': ({ tenant, signingCertificate }) => ({
      query: { tenantId: tenant },
      body: { action: 'revoke', id: signingCertificate },
    }),
    'certificate-download': ({ tenant, signingCertificate }) => ({
      query: { tenantId: tenant, id: signingCertificate },
    }),
    delete: () => ({ body: { name: 'Taken over' } }),
    restore: () => ({ body: {} }),
    export: () => ({ body: {} }),
    'get-roles': () => ({}),
    leave: ({ tenant }) => ({ body: { tenantId: tenant } }),
    transfer: ({ member }) => ({ body: { memberId: member } }),
  },
  invites: {
    validate: ({ inviteCode }) => ({ query: { token: inviteCode } }),
    redeem: ({ inviteCode }) => ({ body: { token: inviteCode } }),
  },
  members: {
    list: () => ({}),
    'list-invites': () => ({}),
    invite: ({ tenant }) => ({ body: { tenantId: tenant, emails: ['somebody@else.example'] } }),
    'resend-invite': ({ invite }) => ({ body: { inviteId: invite } }),
    'revoke-invite': ({ invite }) => ({ body: { inviteId: invite } }),
    'remove-member': ({ member }) => ({ body: { memberId: member } }),
    'change-role': ({ member }) => ({ body: { memberId: member, newRole: 'admin' } }),
    'set-status': ({ member }) => ({ body: { memberId: member, status: 'blocked' } }),
    'accept-invite': ({ invite }) => ({ body: { inviteId: invite } }),
    'get-invite-info': ({ inviteLink }) => ({ query: { inviteId: inviteLink } }),
    'my-pending-invites': () => ({}),
  },
  fonts: {
    list: () => ({}),
    upload: () => ({ body: { licence: 'true' } }),
    delete: ({ font }) => ({ query: { id: font } }),
    words: () => ({ body: { texts: ['x'] } }),
    file: ({ fontSha256 }) => ({ query: { sha256: fontSha256 } }),
  },
  organizations: {
    list: () => ({}),
    get: ({ tenant }) => ({ query: { id: tenant } }),
    confirm: ({ tenant }) => ({ body: { id: tenant, how: 'x' } }),
    withdraw: ({ tenant }) => ({ body: { id: tenant, reason: 'x' } }),
    pause: ({ tenant }) => ({ body: { id: tenant, what: 'mail', reason: 'x' } }),
    resume: ({ tenant }) => ({ body: { id: tenant, what: 'mail' } }),
    reports: ({ tenant }) => ({ query: { id: tenant } }),
    'close-reports': ({ certId }) => ({ body: { certId, until: new Date().toISOString() } }),
  },
  sessions: {
    list: () => ({}),
    end: ({ session }) => ({ body: { id: session } }),
  },
  rpc: {
    get_all_user_data: ({ owner, tenant }) => ({ body: { user_uuid: owner.id, tenant_uuid: tenant } }),
    get_user_roles: ({ owner, tenant }) => ({ body: { user_uuid: owner.id, tenant_uuid: tenant } }),
  },
  verify: {
    lookup: ({ certId }) => ({ query: { hash: certId } }),
    report: ({ certId }) => ({ body: { certId, text: 'x' } }),
    'report-mistake': ({ certId, tenant }) => ({
      body: { certId, about: 'other', text: 'x', email: `${tenant}@example.test`, language: 'en' },
    }),
    'confirm-report': ({ reportToken }) => ({ body: { token: reportToken } }),
    file: () => ({}),
  },
};

export interface CallRow {
  name: string;
  resource: string;
  call: Call;
  attempt(target: TenantResources, design: unknown): Attempt;
}

/** Every call of every contract with its request. Throws for a call without one, because the types are cast. */
export const callRows: CallRow[] = (Object.values(apis) as Api[]).flatMap(({ resource, calls }) =>
  Object.entries(calls).map(([key, call]) => {
    const attempt = (rows as Record<string, Record<string, CallRow['attempt']>>)[resource]?.[key];
    if (attempt === undefined) throw new Error(`${resource}.${key} has no row in the matrix of access`);
    return { name: `${resource}.${key}`, resource, call: { fn: key, ...call }, attempt };
  }),
);
