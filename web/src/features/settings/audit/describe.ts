import { type AuditAction, type AuditLine, auditActions, tenantRole } from '@sello/contracts';
import type { TFunction } from 'i18next';
import type { Formatters } from '../../../i18n/format.ts';

/** A piece of a line; `typed` is a text of people, which is shown with the direction of its own. */
export type Piece = { text: string } | { typed: string };

export interface Described {
  did: string;
  /** What the action was about. */
  to: Piece[];
  more: Piece[];
}

/** Says what a line of the log tells in plain words; details that no text exists for are left to the export. */
export function describeLine(
  { action, subject, details }: AuditLine,
  t: TFunction,
  format: Formatters,
): Described {
  const text = (name: string): string | undefined => {
    const value = details[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const typed = (name: string): Piece[] => {
    const value = text(name);
    return value === undefined ? [] : [{ typed: value }];
  };
  const number = (name: string): { count: number; number: string } | undefined => {
    const count = details[name];
    return typeof count === 'number' ? { count, number: format.count(count) } : undefined;
  };
  /** The piece for a number of the details, if there is one. */
  const counted = (name: string, say: (given: { count: number; number: string }) => string): Piece[] => {
    const given = number(name);
    return given === undefined ? [] : [{ text: say(given) }];
  };
  const quoted = (name: string): Piece[] => {
    const value = text(name);
    return value === undefined ? [] : [{ text: t('audit.quoted', { text: value }) }];
  };

  const isStudents = action.startsWith('students.');
  const counts = [
    ...choice(details.what, ['mail', 'signIns'], (what) => t(`audit.what.${what}`)),
    ...counted('certificates', (given) => t('audit.count.certificates', given)),
    ...counted('students', (given) => t('audit.count.certificates', given)),
    ...(isStudents ? counted('deleted', (given) => t('audit.count.students', given)) : []),
    ...counted('rows', (given) => t('audit.count.rows', given)),
    ...imported(details, t, format),
  ];
  const named: Piece[] = [
    ...(subject === undefined ? [] : [{ typed: subject }]),
    ...['name', 'email', 'domain', 'family', 'file'].flatMap(typed),
    ...namesIn(details.names, t, format),
  ];
  const rest: Piece[] = [
    ...['label', 'reason', 'how'].flatMap(quoted),
    ...roles(details, t),
    ...choice(details.status, ['active', 'blocked'], (status) => t(`audit.status.${status}`)),
    ...choice(details.kind, ['generate', 'zip', 'email', 'export', 'import'], (kind) =>
      t(`audit.batch.${kind}`),
    ),
    ...counted('pages', (given) => t('audit.count.pages', given)),
    ...counted('faces', (given) => t('audit.count.faces', given)),
    ...counted('sessions', (given) => t('audit.count.sessions', given)),
    ...settings(details, t),
    ...typed('algorithm'),
  ];
  const [first, ...others] = counts.length > 0 ? [counts, named] : [named];
  return { did: didOf(action, details, t), to: first ?? [], more: [...others.flat(), ...rest] };
}

/** Actions that earlier releases named otherwise. */
const renamed: Readonly<Record<string, AuditAction>> = { 'tenants.settings': 'tenants.settings-update' };

function didOf(given: string, details: AuditLine['details'], t: TFunction): string {
  const action = Object.hasOwn(renamed, given) ? renamed[given]! : given;
  const created = (['students', 'templates'] as const).find((resource) => action === `${resource}.upsert`);
  if (created && details.created === true) return t(`audit.did.${created}.created`);
  const act = (['generate', 'upload', 'revoke'] as const).find(
    (one) => action === `tenants.certificates.${one}`,
  );
  if (act) return t(`audit.did.tenants.certificates.${act}`);
  // An entry of another release may have an action that this one does not know.
  return Object.hasOwn(auditActions, action) ? t(`audit.did.${action as AuditAction}`) : t('audit.did.other');
}

/** The counts of an import; those of nothing are left out. */
function imported(details: AuditLine['details'], t: TFunction, format: Formatters): Piece[] {
  const names = ['added', 'updated', 'skipped'] as const;
  const said = names.flatMap((name) => {
    const count = details[name];
    return typeof count === 'number' && count > 0
      ? [t(`audit.imported.${name}`, { number: format.count(count) })]
      : [];
  });
  return said.length === 0 ? [] : [{ text: said.join(', ') }];
}

const namesShown = 3;

function namesIn(names: unknown, t: TFunction, format: Formatters): Piece[] {
  if (!Array.isArray(names)) return [];
  const texts = names.filter((name) => typeof name === 'string');
  const left = texts.length - namesShown;
  return [
    ...texts.slice(0, namesShown).map((typed) => ({ typed })),
    ...(left > 0 ? [{ text: t('audit.count.more', { count: left, number: format.count(left) }) }] : []),
  ];
}

function choice<Value extends string>(
  given: unknown,
  values: readonly Value[],
  say: (value: Value) => string,
): Piece[] {
  const known = values.find((value) => value === given);
  return known === undefined ? [] : [{ text: say(known) }];
}

function roles({ role, from, to }: AuditLine['details'], t: TFunction): Piece[] {
  const nameOf = (given: unknown): string | undefined => {
    const known = tenantRole.options.find((one) => one === given);
    return known && t(`common.roles.${known}`);
  };
  const [before, after, only] = [nameOf(from), nameOf(to), nameOf(role)];
  if (before && after) return [{ text: t('audit.fromTo', { from: before, to: after }) }];
  return only ? [{ text: only }] : [];
}

const switches = ['showIdNumber', 'publicDownload', 'selfSignedEnabled'] as const;
const uses = ['useInEmails', 'useInVerification', 'useInOnboarding'] as const;
const letters = ['letterReplyTo', 'letterSubjects'] as const;
const printed = ['logoUrl', 'sealColor', 'signatories', 'timeZone'] as const;
const changeable = ['name', 'publicName', ...printed, ...letters, ...switches, ...uses] as const;

/** Names of settings that were changed, or what a switch was set to. */
function settings(details: AuditLine['details'], t: TFunction): Piece[] {
  const changed: readonly unknown[] = Array.isArray(details.changed) ? details.changed : [];
  const named = changeable.filter((name) => changed.includes(name)).map((name) => t(`audit.setting.${name}`));
  const switched = [...switches, ...uses].flatMap((name) => {
    const value = details[name];
    if (typeof value !== 'boolean') return [];
    const given = { name: t(`audit.setting.${name}`) };
    return [value ? t('audit.on', given) : t('audit.off', given)];
  });
  return [...named, ...switched].map((text) => ({ text }));
}
