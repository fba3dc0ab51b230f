import type { Sentence, SentenceValues } from '@sello/contracts';
import { readableSubject } from '@sello/contracts';
import type { TFunction } from 'i18next';
import type { Formatters } from '../../i18n/format.ts';

/** The variables of one sentence, for the type of `t`. */
type Named = { authority: string; day: string; time: string };

/** The translated sentences of a verdict, joined. */
export function textOf(sentences: readonly Sentence[], t: TFunction, format: Formatters): string {
  return sentences
    .map(({ says, values }) =>
      t(`verify.${says}` as 'verify.time.confirmed', formattedValues(values, format) as Named),
    )
    .join(' ');
}

/** The variables of a sentence, formatted for the person's language. */
export function formattedValues(
  { moment, signer, authority, ...others }: SentenceValues,
  format: Formatters,
) {
  return {
    ...others,
    ...(signer === undefined ? {} : { signer: readableSubject(signer) }),
    ...(authority === undefined ? {} : { authority: readableSubject(authority) }),
    ...(moment === undefined ? {} : { day: format.dayOf(moment), time: format.time(moment) }),
  };
}
