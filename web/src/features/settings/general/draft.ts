import { type BodyInputOf, languages, limits, type TenantSettings, type tenantsApi } from '@sello/contracts';
import { readColor } from './seal-color.ts';

/** What a person changed and has not saved yet. */
export type Draft = NonNullable<BodyInputOf<(typeof tenantsApi.calls)['settings-update']>>;

/** The fields of the settings, in the order in which they are shown. */
export const fields = [
  ...(['name', 'publicName', 'logoUrl', 'sealColor', 'signatories'] as const),
  'timeZone',
  ...(['showIdNumber', 'publicDownload'] as const),
  ...(['letterReplyTo', 'letterSubjects'] as const),
] as const;
export type FieldName = (typeof fields)[number];

/** What of the draft differs from what is saved; of names without the space around them, which the server removes. */
export function changesOf(draft: Draft, saved: TenantSettings): Draft {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const given = draft[field];
      if (given === undefined) return [];
      const value = storedForm(field, given);
      return isSame(value, saved[field] ?? (field === 'signatories' ? [] : null)) ? [] : [[field, value]];
    }),
  ) as Draft;
}

/** As the server stores it. */
function storedForm(field: FieldName, given: NonNullable<Draft[FieldName]> | null): unknown {
  if (field === 'sealColor' && typeof given === 'string') return readColor(given) ?? given.trim();
  if (typeof given === 'string') return given.trim();
  if (!Array.isArray(given)) return given;
  return given.map(({ name, role, signature }) => ({
    ...{ name: name.trim(), role: role.trim() },
    ...(signature !== undefined && { signature }),
  }));
}

/** Subjects are the same when each is, as one that is empty is none. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  if (Array.isArray(one) || Array.isArray(other)) return JSON.stringify(one) === JSON.stringify(other);
  const subject = (given: object, language: string) =>
    (given as Record<string, string>)[language]?.trim() ?? '';
  return languages.every((language) => subject(one, language) === subject(other, language));
}

/** The names that are blank, which is refused. */
export function blankNames(draft: Draft): ('name' | 'publicName')[] {
  return (['name', 'publicName'] as const).filter((field) => draft[field]?.trim() === '');
}

/** The fields that a refusal of the server is about; empty when it is about none of them. */
export function fieldsOfError(
  code: string,
  details: Record<string, unknown> | undefined,
  sent: Draft,
): FieldName[] {
  if (code === 'tenant_name_required') return ['name'];
  if (code === 'public_name_required') return ['publicName'];
  if (code === 'reply_address_unknown') return ['letterReplyTo'];
  if (code === 'letter_subject_invalid') return ['letterSubjects'];
  if (code === 'seal_color_invalid') return ['sealColor'];
  if (code === 'time_zone_unknown') return ['timeZone'];
  if (/^signator|^signature_unknown$/.test(code)) return ['signatories'];
  if (code === 'text_unreadable' || code === 'tenant_name_claims')
    return fields.filter((field) => field === String(details?.field).split('.')[0]);
  // Either name may be the one; only those that were sent are compared.
  if (code === 'tenant_name_confusable')
    return (['name', 'publicName'] as const).filter((field) => field in sent);
  return [];
}

/** Why a file cannot become a logo, by its first bytes and its size; undefined when only the server can tell. */
export async function logoProblem(file: File): Promise<'invalidImageType' | 'imageTooLarge' | undefined> {
  if (!isPicture(new Uint8Array(await file.slice(0, 12).arrayBuffer()))) return 'invalidImageType';
  return file.size > limits.logoUpload ? 'imageTooLarge' : undefined;
}

/** PNG, JPEG and WebP by their signatures. */
function isPicture(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes);
  return (
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('\xff\xd8\xff') ||
    (text.startsWith('RIFF') && text.slice(8) === 'WEBP')
  );
}
