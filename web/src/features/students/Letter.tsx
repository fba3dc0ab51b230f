import './letter.css';
import { type BriefStudent, certificatesApi, type Language, languages, studentsApi } from '@sello/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/reading.ts';
import { causeOf } from '../../errors/describe.ts';
import { languageNames } from '../../i18n/index.ts';
import { SelectField } from '../../ui/field/Field.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import type { Selection } from './selection.ts';

/** Whose letter is shown. */
export interface Reader {
  _id: string;
  fullName: string;
  /** Of a certificate that is still to be issued; without it the student's own is meant. */
  templateId?: string | undefined;
  signingCertificateId?: string | undefined;
  /** The course that it will print. */
  course?: string | undefined;
}

/** As many of those whom a rule means are looked through for one with an address. */
const lookedThrough = 100;

/** The first of the selection to whom a letter can go; undefined while that is not known, and when there is none. */
export function useFirstReader(
  { students, rule }: Selection,
  { certified }: { certified: boolean },
): BriefStudent | undefined {
  const query = { ...rule?.filter, limit: lookedThrough };
  const listed = useQuery({
    ...reading(studentsApi, 'list-brief', { query }),
    enabled: rule !== undefined,
  });
  const all = rule
    ? (listed.data?.items.filter(({ _id }) => !students.has(_id)) ?? [])
    : [...students.values()];
  return all.find((one) => one.email && (one.certified || !certified));
}

/** The language of a letter beside the letter itself, as its first reader gets it. */
export function Letter({
  reader,
  language,
  onChange,
}: {
  reader: Reader | undefined;
  language: Language;
  onChange: (language: Language) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="letter-choice">
      <SelectField
        label={t('certificates.generation.letterLanguage')}
        value={language}
        onChange={(event) => onChange(event.target.value as Language)}
      >
        {languages.map((one) => (
          <option key={one} value={one}>
            {languageNames[one]}
          </option>
        ))}
      </SelectField>
      {reader ? <Preview reader={reader} language={language} /> : null}
    </div>
  );
}

function Preview({ reader, language }: { reader: Reader; language: Language }) {
  const { t } = useTranslation();
  const { _id: studentId, fullName, templateId, signingCertificateId, course } = reader;
  const query = {
    ...{ studentId, language },
    ...(templateId && { templateId }),
    ...(templateId && signingCertificateId && { signingCertificateId }),
    ...(templateId && course && { course }),
  };
  const letter = useQuery({
    ...reading(certificatesApi, 'letter', { query }),
    placeholderData: keepPreviousData,
  });
  const { data } = letter;
  return (
    <figure className="letter">
      <figcaption className="label">
        {t('studentDetails.letter.asReadBy')} <Name text={fullName} />
      </figcaption>
      {data ? (
        <div className="sheet" lang={language} aria-busy={letter.isPlaceholderData || undefined}>
          <p className="from">
            <Name text={data.from} />
            <span>
              {data.replyTo
                ? t('studentDetails.letter.answersTo', { address: data.replyTo })
                : t('studentDetails.letter.answersUnread')}
            </span>
          </p>
          <p className="strong">
            <Name text={data.subject} />
          </p>
          {data.text
            .trim()
            .split('\n\n')
            .map((paragraph) => (
              <p key={paragraph} dir="auto">
                {paragraph}
              </p>
            ))}
        </div>
      ) : letter.isError ? (
        <p className="hint">{causeOf(letter.error, t)}</p>
      ) : (
        <div className="sheet stack-s" aria-busy="true">
          <Skeleton width={180} />
          <Skeleton width={240} />
          <Skeleton width={210} />
        </div>
      )}
    </figure>
  );
}
