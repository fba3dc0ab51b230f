import { type Design, isUnreadableText, type Language, nameText } from '@sello/contracts';
import type { TFunction } from 'i18next';
import type { EditorSession } from '../session/session.ts';

/** The most tags of a template, and the most characters of one, as the call takes them. */
export const tagLimits = { count: 50, length: 60 } as const;
const nameLength = 200;

/** What the dialog changes, before it is kept. */
export interface Draft {
  name: string;
  tags: readonly string[];
  locale: string;
  dateStyle: Design['dateStyle'];
  /** Undefined = that of the organization. */
  timeZone: string | undefined;
  /** Of an entry of the catalog; undefined = for every language. */
  language: Language | undefined;
}

export function draftOf(session: EditorSession): Draft {
  const { name, tags, language } = session.details.get();
  const { locale, dateStyle, timeZone } = session.state.design;
  return { name, tags, language, locale, dateStyle, timeZone };
}

/** The error that a call with this name would answer. */
export function nameProblem(name: string, t: TFunction): string | undefined {
  if (name.trim() === '') return t('errors.template_name_required');
  return textProblemOf(name, nameLength, t('editorDetails.name'), t);
}

export function tagProblem(tag: string, tags: readonly string[], t: TFunction): string | undefined {
  if (tags.length >= tagLimits.count) return t('editorDetails.tooMany', { number: tagLimits.count });
  return textProblemOf(tag, tagLimits.length, t('editorDetails.tags'), t);
}

function textProblemOf(text: string, longest: number, field: string, t: TFunction): string | undefined {
  const { success, error } = nameText(longest).safeParse(text);
  if (success) return undefined;
  if (error.issues.some(isUnreadableText)) return t('errors.text_unreadable', { field });
  return t('editorDetails.tooLong', { number: longest });
}

/** Keeps what differs; the settings of the certificate are one step of the history. False when they were refused. */
export function keepDraft(session: EditorSession, draft: Draft): boolean {
  const before = draftOf(session);
  const { locale, dateStyle, timeZone } = draft;
  const isChanged = (['locale', 'dateStyle', 'timeZone'] as const).some((key) => before[key] !== draft[key]);
  if (isChanged && !session.run('template.settings', { locale, dateStyle, timeZone: timeZone ?? null }))
    return false;
  const name = draft.name.trim();
  if (name !== before.name) session.rename(name);
  if (JSON.stringify(draft.tags) !== JSON.stringify(before.tags)) session.setTags(draft.tags);
  if (draft.language !== before.language) session.setLanguage(draft.language);
  return true;
}
