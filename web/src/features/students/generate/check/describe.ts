import type { PreflightFinding, PreflightKind } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { textOfCode } from '../../../../errors/describe.ts';

/** The kinds that have a title of their own; the others are named by what the error says. */
const titled = [
  ...([
    'glyph_missing',
    'text_does_not_fit',
    'variable_unknown',
    'image_unreadable',
    'page_letters_lost',
  ] as const),
  ...(['template_missing', 'template_not_found', 'student_not_found'] as const),
  ...(['shrunk', 'overflows', 'empty', 'certified', 'no_email', 'bad_email'] as const),
  ...(['not_verifiable', 'no_description'] as const),
] as const;
type Titled = (typeof titled)[number];
const isTitled = (kind: PreflightKind): kind is Titled => (titled as readonly string[]).includes(kind);

export const titleOf = (kind: PreflightKind, t: TFunction): string =>
  isTitled(kind) ? t(`preflight.kinds.${kind}`) : t('preflight.kinds.other');

/** What to do about it; empty for what speaks for itself. */
export const hintOf = (kind: PreflightKind, t: TFunction): string =>
  isTitled(kind) ? t(`preflight.hints.${kind}`) : '';

/** What is to be said of one row. */
export function detailOf(finding: PreflightFinding, t: TFunction): string {
  const { kind, error, from, to, element = '', variables } = finding;
  if (error !== undefined) return textOfCode(error.code, error.details, t, error.message);
  if (kind === 'shrunk') return t('preflight.shrunk', { element, from, to });
  if (kind === 'empty') return variables?.join(', ') ?? '';
  return element;
}
