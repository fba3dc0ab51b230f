import {
  type Language,
  languages,
  maxSubjectLength,
  type TenantSettings,
  usualSubjects,
} from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../../i18n/index.ts';
import { SelectField, TextField } from '../../../ui/field/Field.tsx';
import type { Draft, FieldName } from './draft.ts';

interface Props {
  saved: TenantSettings;
  draft: Draft;
  refusals: Partial<Record<FieldName, string>>;
  onChange: (part: Draft) => void;
}

/** The subject of the letter in each language, and where its answers go. */
export function LetterFields({ saved, draft, refusals, onChange }: Props) {
  const { t } = useTranslation();
  const { replyAddresses } = saved;
  const chosen = (draft.letterReplyTo === undefined ? saved.letterReplyTo : draft.letterReplyTo) ?? '';
  // The address of somebody who left is shown as long as it is the chosen one.
  const isGone = chosen !== '' && !replyAddresses.includes(chosen);
  const subjects = draft.letterSubjects ?? saved.letterSubjects;
  const change = (language: Language, subject: string): void =>
    onChange({ letterSubjects: { ...subjects, [language]: subject } });
  return (
    <div className="fields">
      <SelectField
        label={t('settings.general.letter.replyTo')}
        hint={isGone ? t('settings.general.letter.replyToGone') : t('settings.general.letter.replyToHint')}
        error={refusals.letterReplyTo}
        name="letterReplyTo"
        value={chosen}
        onChange={(event) => onChange({ letterReplyTo: event.target.value || null })}
      >
        <option value="">{t('settings.general.letter.noReplyTo')}</option>
        {(isGone ? [chosen, ...replyAddresses] : replyAddresses).map((address) => (
          <option key={address} value={address}>
            {address}
          </option>
        ))}
      </SelectField>
      {languages.map((language, place) => (
        <TextField
          key={language}
          name={`letterSubjects.${language}`}
          label={t('settings.general.letter.subject', { language: languageNames[language] })}
          hint={place === 0 ? t('settings.general.letter.subjectHint', variables) : undefined}
          error={place === 0 ? refusals.letterSubjects : undefined}
          lang={language}
          value={subjects[language] ?? ''}
          placeholder={usualSubjects[language]}
          onChange={(event) => change(language, event.target.value)}
          maxLength={maxSubjectLength}
          autoComplete="off"
        />
      ))}
    </div>
  );
}

/** As a subject has them. */
const variables = { course: '{course}', holder: '{holder}' };
