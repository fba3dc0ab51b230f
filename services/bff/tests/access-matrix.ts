import { type Api, type Apis, apis, type Call } from '@sello/contracts';

/** The ids of an organization's resources, which others may try to access. */
export interface TenantResources {
  tenant: string;
  owner: { id: string; email: string };
  student: string;
  asset: string;
  /** What a student, a template and a signatory may have. */
  photo: string;
  thumbnail: string;
  signature: string;
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

/** A valid request, which would have an effect if it were admitted, with all that the call takes. */
export interface Attempt {
  query?: Record<string, string>;
  body?: object;
}

type Rows = {
  [R in keyof Apis]: { [K in keyof Apis[R]['calls']]: (target: TenantResources, design: unknown) => Attempt };
};

const [from, until] = ['2020-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z'];
const listed = { search: 'a', limit: '5' };
const filtered = {
  ...{ search: 'a', country: 'Peru', certification: 'none', certified: 'false' },
  ...{ endFrom: '2020-01-01', endTo: '2040-01-01' },
};
const issuing = ({ student, template }: TenantResources) => ({
  students: [{ _id: student, templateId: template }],
  ...{ templateId: template, missingTemplateId: template },
});
/** A student as the list has it, of which only ids are read. */
const certified = ({ student, certId }: TenantResources) => ({
  ...{ _id: student, fullName: 'Somebody Else', certificateUrl: certId },
});
const reading = ({ studentImport }: TenantResources) => ({
  ...{ importId: studentImport, existing: 'update', dayFirst: true, encoding: 'utf-8' },
});

/** One valid request of every call, with the organization's own ids: a call without a row does not compile. */
const rows: Rows = {
  assets: {
    list: () => ({ query: { limit: '5', shelf: 'organization' } }),
    upload: () => ({ body: { use: 'image', shelf: 'organization' } }),
    'import-pdf': () => ({ body: { shelf: 'organization' } }),
    file: ({ asset }) => ({ query: { id: asset } }),
    'lost-letters': ({ asset }) => ({ query: { ids: asset } }),
  },
  audit: {
    list: ({ tenant }) => ({
      query: { ...listed, tenantId: tenant, person: 'platform', kind: 'issuing', from, to: until },
    }),
    people: ({ tenant }) => ({ query: { tenantId: tenant } }),
    export: ({ tenant }) => ({
      query: {
        ...{ search: 'a', tenantId: tenant, person: 'platform', kind: 'issuing', from, to: until },
        delimiter: ';',
      },
    }),
  },
  students: {
    list: ({ template }) => ({
      query: { ...filtered, ...listed, sort: 'fullName', templateId: template, page: '1' },
    }),
    'list-brief': ({ template, student }) => ({
      query: { ...filtered, ...listed, sort: 'fullName', templateId: template, page: '1', ids: student },
    }),
    get: ({ student }) => ({ query: { id: student } }),
    columns: () => ({}),
    'selection-counts': ({ template }) => ({ query: { ...filtered, templateId: template, madeAt: until } }),
    export: ({ student }) => ({ body: { ids: [student], delimiter: ';' } }),
    upsert: ({ student, template, photo }) => ({
      body: {
        ...{ _id: student, fullName: 'Somebody Else', idNumber: 'X-1', country: 'Peru' },
        ...{ email: 'somebody@else.example', startDate: '2026-03-03', endDate: '2026-10-30' },
        ...{ scoreNumeric: 9, scoreLetter: 'A', showScoreNumeric: true, showScoreLetter: false },
        ...{ templateId: template, photo, custom: { note: 'x' } },
      },
    }),
    delete: ({ student }) => ({ query: { id: student } }),
    'delete-batch': ({ student }) => ({ body: { ids: [student] } }),
    trash: () => ({ query: listed }),
    restore: ({ student }) => ({ body: { ids: [student] } }),
    'delete-forever': ({ student }) => ({ body: { ids: [student] } }),
    erase: ({ student }) => ({ body: { id: student, reason: 'x' } }),
    import: () => ({
      body: { students: [{ fullName: 'Imported' }], existing: 'update', dryRun: false, firstRow: 0 },
    }),
    'import-file': () => ({ body: {} }),
    'import-read': (ids) => ({ body: reading(ids) }),
    'import-preview': ({ studentImport }) => ({
      query: { importId: studentImport, show: 'all', cursor: '0' },
    }),
    'import-start': (ids) => ({ body: reading(ids) }),
    'import-result': ({ importBatch }) => ({ query: { batchId: importBatch } }),
    'import-failed': ({ importBatch }) => ({ query: { batchId: importBatch } }),
  },
  templates: {
    list: () => ({ query: { ...listed, sort: 'name' } }),
    get: ({ template }) => ({ query: { id: template } }),
    usage: () => ({}),
    brand: () => ({}),
    upsert: ({ template, thumbnail }, design) => ({
      body: {
        ...(design as object),
        _id: template,
        name: 'Taken over',
        tags: ['x'],
        thumbnail,
        timeZone: 'America/Lima',
      },
    }),
    'delete-batch': ({ template }) => ({ body: { ids: [template] } }),
    revisions: ({ template }) => ({ query: { id: template } }),
    revision: ({ template, revision }) => ({ query: { id: template, revisionId: revision } }),
    freeze: ({ template }, design) => ({
      body: {
        ...{ id: template, reason: 'named', label: 'Taken over' },
        unsaved: { ...(design as object), name: 'Taken over' },
      },
    }),
    restore: ({ template, revision }) => ({ body: { id: template, revisionId: revision, rev: 1 } }),
    export: ({ template, student }) => ({
      body: { id: template, studentId: student, name: 'x', mark: true },
    }),
    'catalog-list': () => ({ query: { ...listed, sort: 'name', language: 'es', tag: 'x' } }),
    'catalog-get': ({ catalogEntry }) => ({ query: { id: catalogEntry } }),
    'catalog-upsert': ({ catalogEntry, thumbnail }, design) => ({
      body: {
        ...{ ...(design as object), _id: catalogEntry, name: 'Taken over', rev: 1 },
        ...{ tags: ['x'], thumbnail, language: 'es', timeZone: 'America/Lima' },
      },
    }),
    'catalog-delete-batch': ({ catalogEntry }) => ({ body: { ids: [catalogEntry] } }),
    'catalog-get-tags': () => ({ query: { language: 'es' } }),
    'catalog-generate-tags': ({ asset }) => ({
      body: { texts: ['Course'], thumbnail: asset, language: 'es', existing: ['x'] },
    }),
  },
  certificates: {
    generate: (ids) => ({
      body: {
        ...{ bulk: true, ...issuing(ids), values: {}, name: 'Taken over' },
        afterwards: { emails: { language: 'es' } },
        digitalSigning: { enabled: true, method: 'self-signed', certificateId: ids.signingCertificate },
      },
    }),
    'download-zip': (ids) => ({ body: { students: [certified(ids)] } }),
    'send-emails': (ids) => ({
      body: { students: [{ ...certified(ids), email: 'somebody@else.example' }], language: 'es' },
    }),
    letter: ({ student, template, signingCertificate }) => ({
      query: {
        ...{ studentId: student, templateId: template, signingCertificateId: signingCertificate },
        ...{ course: 'x', language: 'es' },
      },
    }),
    history: ({ student }) => ({ query: { studentId: student } }),
    revoke: ({ certId }) => ({ body: { certId, reason: 'x' } }),
    'batch-values': (ids) => ({ body: issuing(ids) }),
    preflight: (ids) => ({ body: { ...issuing(ids), values: {} } }),
    'preflight-report': ({ preflight }) => ({
      query: { preflightId: preflight, kind: 'shrunk', group: 'different', limit: '5', cursor: '0' },
    }),
    'preflight-picture': ({ preflight }) => ({ query: { preflightId: preflight, place: '0' } }),
    'preflight-leave': ({ preflight }) => ({ body: { preflightId: preflight } }),
  },
  batches: {
    list: ({ owner }) => ({
      query: {
        ...{ limit: '5', running: 'false', kind: 'generate', state: 'done' },
        ...{ createdBy: owner.id, from, before: until },
      },
    }),
    starters: () => ({}),
    get: ({ batch }) => ({ query: { id: batch, state: 'done', outcome: 'accepted', limit: '5' } }),
    cancel: ({ batch }) => ({ body: { id: batch } }),
    retry: ({ batch }) => ({ body: { id: batch, rows: 'repeatable' } }),
    resend: ({ batch }) => ({ body: { id: batch, indexes: [0] } }),
  },
  tenants: {
    my: () => ({}),
    create: () => ({
      body: {
        ...{ name: `Made in passing ${Math.random()}`, userEmail: 'somebody@else.example', userName: 'x' },
        ...{ language: 'es', timeZone: 'America/Lima' },
      },
    }),
    settings: ({ tenant }) => ({ query: { tenantId: tenant } }),
    'settings-update': ({ tenant, signature }) => ({
      query: { tenantId: tenant },
      body: {
        ...{ name: 'Settled', publicName: 'Settled', logoUrl: null, sealColor: '#123456' },
        ...{ signatories: [{ name: 'Somebody', role: 'x', signature }], timeZone: 'America/Lima' },
        ...{ showIdNumber: true, publicDownload: true, letterReplyTo: null, letterSubjects: { es: 'x' } },
      },
    }),
    'time-zone': () => ({ body: { timeZone: 'America/Lima' } }),
    domains: ({ tenant }) => ({ query: { tenantId: tenant } }),
    'domain-answers': ({ tenant }) => ({ query: { tenantId: tenant } }),
    'domain-links': ({ tenant }) => ({ query: { tenantId: tenant } }),
    'domains-add': ({ tenant }) => ({ query: { tenantId: tenant }, body: { domain: 'taken.example.org' } }),
    'domains-update': ({ tenant }) => ({
      query: { tenantId: tenant },
      body: { settings: { useInEmails: true }, localPart: 'x', rotateKey: true },
    }),
    'domains-delete': ({ tenant }) => ({ query: { tenantId: tenant } }),
    certificates: ({ tenant }) => ({ query: { tenantId: tenant } }),
    'certificates-update': ({ tenant }) => ({
      query: { tenantId: tenant },
      body: { settings: { selfSignedEnabled: true, algorithm: 'rsa-2048' } },
    }),
    'certificates-action': ({ tenant, signingCertificate }) => ({
      query: { tenantId: tenant },
      body: { action: 'revoke', id: signingCertificate },
    }),
    'certificate-download': ({ tenant, signingCertificate }) => ({
      query: { tenantId: tenant, id: signingCertificate },
    }),
    delete: ({ tenant }) => ({ body: { tenantId: tenant, name: 'Taken over' } }),
    restore: ({ tenant }) => ({ body: { tenantId: tenant } }),
    export: ({ tenant }) => ({ body: { tenantId: tenant } }),
    'get-roles': () => ({}),
    leave: ({ tenant }) => ({ body: { tenantId: tenant } }),
    transfer: ({ member }) => ({ body: { memberId: member } }),
  },
  invites: {
    validate: ({ inviteCode }) => ({ query: { token: inviteCode } }),
    redeem: ({ inviteCode }) => ({ body: { token: inviteCode } }),
  },
  members: {
    list: () => ({ query: { ...listed, sort: 'userName' } }),
    'list-invites': () => ({ query: { limit: '5' } }),
    invite: ({ tenant }) => ({
      body: { tenantId: tenant, emails: ['somebody@else.example'], language: 'es' },
    }),
    'resend-invite': ({ invite }) => ({ body: { inviteId: invite } }),
    'revoke-invite': ({ invite }) => ({ body: { inviteId: invite } }),
    'remove-member': ({ member }) => ({ body: { memberId: member } }),
    'change-role': ({ member }) => ({ body: { memberId: member, newRole: 'admin' } }),
    'set-status': ({ member }) => ({ body: { memberId: member, status: 'blocked' } }),
    'accept-invite': ({ invite }) => ({ body: { inviteId: invite, userName: 'x' } }),
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
    list: () => ({ query: { ...listed, sort: 'name', identity: 'unproven', paused: 'false' } }),
    get: ({ tenant }) => ({ query: { id: tenant } }),
    confirm: ({ tenant }) => ({ body: { id: tenant, how: 'x' } }),
    withdraw: ({ tenant }) => ({ body: { id: tenant, reason: 'x' } }),
    pause: ({ tenant }) => ({ body: { id: tenant, what: 'mail', reason: 'x' } }),
    resume: ({ tenant }) => ({ body: { id: tenant, what: 'mail' } }),
    reports: ({ tenant }) => ({ query: { ...listed, sort: 'createdAt', id: tenant, closed: 'false' } }),
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
    report: ({ certId }) => ({ body: { certId, text: 'x', email: 'somebody@else.example' } }),
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
