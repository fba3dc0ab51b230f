import type { Sentence, SentenceValues } from '@sello/contracts';
import type { TFunction } from 'i18next';
import type { Formatters } from '../../i18n/format.ts';
import { readableSubject } from '../../signing/subject.ts';

/** Stands for whatever a sentence names. */
type Named = { authority: string; day: string; time: string };

/** The sentences of a verdict in the person's language, one after the other. */
export function textOf(sentences: readonly Sentence[], t: TFunction, format: Formatters): string {
  return sentences
    .map(({ says, values }) =>
      t(`verify.${says}` as 'verify.time.confirmed', written(values, format) as Named),
    )
    .join(' ');
}

/** What a sentence names, as it is written for people. */
export function written({ moment, signer, authority, ...others }: SentenceValues, format: Formatters) {
  return {
    ...others,
    ...(signer === undefined ? {} : { signer: readableSubject(signer) }),
    ...(authority === undefined ? {} : { authority: readableSubject(authority) }),
    ...(moment === undefined ? {} : { day: format.dayOf(moment), time: format.time(moment) }),
  };
}
