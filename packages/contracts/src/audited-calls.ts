import type { AuditKind } from './api/audit.ts';
import type { Apis } from './api/index.ts';

/** Actions that are not named like a call. */
export const otherActions = {
  'auth.sign-in': 'signIn',
  'auth.sign-out': 'signIn',
  'auth.sign-out-others': 'signIn',
  'auth.sign-out-everywhere': 'signIn',
  'auth.session-stopped': 'signIn',
  'auth.sessions-ended': 'signIn',
  'tenants.certificates.generate': 'settings',
  'tenants.certificates.upload': 'settings',
  'tenants.certificates.revoke': 'settings',
} as const satisfies Record<string, AuditKind>;

/**
 * What a call notes: a line whose action is `<resource>.<key>`, of this kind; lines of other actions; or none, because
 * it has no effect that an organization would look for.
 */
export type Audited =
  | AuditKind
  | { readonly notes: readonly (keyof typeof otherActions | 'members.accept-invite' | 'members.invite')[] }
  | { readonly none: string };

type Writing<Calls> = {
  [Key in keyof Calls]: Calls[Key] extends { method: 'GET' } ? never : Key;
}[keyof Calls];

/** An entry for each call but `GET`: one without does not compile. A call that reads may have one. */
type AuditedCalls = {
  readonly [Resource in keyof Apis]: {
    readonly [Key in Writing<Apis[Resource]['calls']>]: Audited;
  } & { readonly [Key in keyof Apis[Resource]['calls']]?: Audited };
};

const onlyReads = {
  none: 'It stores nothing: a body is sent because a query is too short for what it asks.',
};
const toContact = {
  none: 'It is between the public and the organization’s contact, and stored with the report.',
};
const toOperators = { none: 'It is between the public and the operators, and stored with the report.' };

/** What each call leaves in the audit log of the organization that it is about. */
export const auditedCalls = {
  assets: { upload: 'templates', 'import-pdf': 'templates' },
  audit: { export: 'settings' },
  batches: { cancel: 'issuing', resend: 'issuing', retry: 'issuing' },
  certificates: {
    generate: 'issuing',
    'download-zip': 'issuing',
    'send-emails': 'issuing',
    revoke: 'issuing',
    'batch-values': onlyReads,
    preflight: onlyReads,
    'preflight-leave': onlyReads,
  },
  fonts: { upload: 'templates', delete: 'templates', words: onlyReads },
  invites: { redeem: { notes: ['members.accept-invite'] } },
  members: {
    invite: 'members',
    'resend-invite': { notes: ['members.invite'] },
    'revoke-invite': 'members',
    'remove-member': 'members',
    'change-role': 'members',
    'set-status': 'members',
    'accept-invite': 'members',
  },
  organizations: {
    confirm: 'settings',
    withdraw: 'settings',
    pause: 'settings',
    resume: 'settings',
    'close-reports': toOperators,
  },
  rpc: { get_all_user_data: onlyReads, get_user_roles: onlyReads },
  sessions: { end: 'signIn' },
  students: {
    export: 'students',
    upsert: 'students',
    delete: 'students',
    'delete-batch': 'students',
    restore: 'students',
    'delete-forever': 'students',
    erase: 'students',
    import: 'students',
    'import-file': { none: 'Nothing is written before `import-start`; what is sent is deleted after a day.' },
    'import-read': onlyReads,
    'import-start': 'students',
  },
  templates: {
    upsert: 'templates',
    'delete-batch': 'templates',
    freeze: 'templates',
    restore: 'templates',
    export: 'templates',
    'catalog-upsert': 'templates',
    'catalog-delete-batch': 'templates',
    'catalog-generate-tags': {
      none: 'It proposes tags; the template has a line when they are saved with it.',
    },
  },
  tenants: {
    create: 'settings',
    'settings-update': 'settings',
    'time-zone': 'settings',
    'domains-add': 'settings',
    'domains-update': 'settings',
    'domains-delete': 'settings',
    'certificates-update': 'settings',
    'certificates-action': {
      notes: ['tenants.certificates.generate', 'tenants.certificates.upload', 'tenants.certificates.revoke'],
    },
    delete: 'settings',
    restore: 'settings',
    export: 'settings',
    leave: 'members',
    transfer: 'members',
  },
  verify: {
    report: toOperators,
    'report-mistake': toContact,
    'confirm-report': toContact,
    file: onlyReads,
  },
} as const satisfies AuditedCalls;

type Named = typeof auditedCalls;
type ActionOf<Resource extends keyof Named & string> = {
  [Key in keyof Named[Resource] & string]: Named[Resource][Key] extends AuditKind
    ? `${Resource}.${Key}`
    : never;
}[keyof Named[Resource] & string];

/** The name of an action in the audit log. */
export type AuditAction =
  | { [R in keyof Named & string]: ActionOf<R> }[keyof Named & string]
  | keyof typeof otherActions;

/** Every action with its kind, in the order of the calls. */
export const auditActions = Object.fromEntries([
  ...Object.entries(auditedCalls).flatMap(([resource, calls]) =>
    Object.entries(calls as Record<string, Audited>).flatMap(([key, audited]) =>
      typeof audited === 'string' ? [[`${resource}.${key}`, audited]] : [],
    ),
  ),
  ...Object.entries(otherActions),
]) as Readonly<Record<AuditAction, AuditKind>>;

/** The actions of a kind. */
export const actionsOf = (kind: AuditKind): AuditAction[] =>
  (Object.keys(auditActions) as AuditAction[]).filter((action) => auditActions[action] === kind);
