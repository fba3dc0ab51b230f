import './details.css';
import { languages, templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, languageNames } from '../../i18n/index.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { SelectField, TextField } from '../../ui/field/Field.tsx';
import { sameTag, TagsField } from '../../ui/tags/TagsField.tsx';
import { useEditor } from '../session/use-editor.ts';
import { type Draft, draftOf, keepDraft, nameProblem, tagLimits, tagProblem } from './draft.ts';
import { languageOf } from './locales.ts';
import { PrintSettings } from './PrintSettings.tsx';
import { SuggestTags } from './SuggestTags.tsx';
import { TagChoices } from './TagChoices.tsx';

/** Tags that exist and are offered below the field. */
const offeredTags = 8;

/** Name, tags, language and dates of the template; of an entry of the catalog also for which language it is. */
export function TemplateDetails({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const session = useEditor();
  const form = useId();
  const [draft, setDraft] = useState<Draft>(() => draftOf(session));
  const [problem, setProblem] = useState<string>();
  const name = useRef<HTMLDivElement>(null);
  const hasRefusedTag = useRef(false);
  const change = (part: Partial<Draft>) => setDraft((known) => ({ ...known, ...part }));
  const isCatalog = session.kind === 'catalog';

  function keep(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = nameProblem(draft.name, t);
    setProblem(found);
    if (found !== undefined) name.current?.querySelector('input')?.focus();
    else if (hasRefusedTag.current) {
      event.currentTarget.querySelector<HTMLElement>('.tags [aria-invalid]')?.focus();
    } else if (keepDraft(session, draft)) onClose();
  }

  return (
    <Dialog
      title={t(isCatalog ? 'editorDetails.titleEntry' : 'editorDetails.title')}
      className="details"
      onClose={onClose}
      end={
        <>
          <Button kind="line" onClick={onClose}>
            {t('editorDetails.cancel')}
          </Button>
          <Button type="submit" form={form}>
            {t('editorDetails.keep')}
          </Button>
        </>
      }
    >
      <form id={form} className="body" noValidate onSubmit={keep}>
        <div ref={name}>
          <TextField
            label={t('editorDetails.name')}
            error={problem}
            value={draft.name}
            dir="auto"
            autoComplete="off"
            onChange={(event) => {
              setProblem(undefined);
              change({ name: event.target.value });
            }}
          />
        </div>
        <Tags
          draft={draft}
          onChange={(tags) => change({ tags })}
          onRefused={(isRefused) => {
            hasRefusedTag.current = isRefused;
          }}
        />
        {isCatalog ? (
          <SelectField
            label={t('editorDetails.entryLanguage')}
            hint={t('editorDetails.entryLanguageHint')}
            value={draft.language ?? ''}
            onChange={({ target }) =>
              change({ language: languages.find((language) => language === target.value) })
            }
          >
            <option value="">{t('editorDetails.everyLanguage')}</option>
            {languages.map((language) => (
              <option key={language} value={language}>
                {languageNames[language]}
              </option>
            ))}
          </SelectField>
        ) : null}
        <PrintSettings session={session} draft={draft} onChange={change} />
      </form>
    </Dialog>
  );
}

/** The tags, those of the catalog to choose from, and suggestions. */
function Tags({
  draft,
  onChange,
  onRefused,
}: {
  draft: Draft;
  onChange: (tags: readonly string[]) => void;
  onRefused: (isRefused: boolean) => void;
}) {
  const { t } = useTranslation();
  const { client } = useEditor();
  const { tags } = draft;
  const language = draft.language ?? languageOf(draft.locale);
  const known = useQuery(
    client.reading(templatesApi, 'catalog-get-tags', { query: { language: language ?? currentLanguage() } }),
  );
  const isNew = (tag: string): boolean => !tags.some((one) => sameTag(one, tag));
  const offered = (known.data?.tags ?? []).filter(isNew).slice(0, offeredTags);
  const add = (more: readonly string[]) =>
    onChange([...tags, ...more.filter(isNew)].slice(0, Math.max(tags.length, tagLimits.count)));
  return (
    <div className="of-tags">
      <TagsField
        label={t('editorDetails.tags')}
        hint={t('editorDetails.tagsHint')}
        tags={tags}
        onChange={onChange}
        problemOf={(tag, others) => tagProblem(tag, others, t)}
        onRefused={onRefused}
        removeLabel={(tag) => t('editorDetails.removeTag', { tag })}
      />
      {offered.length > 0 && tags.length < tagLimits.count ? (
        <div className="offered">
          <span className="label">{t('editorDetails.existing')}</span>
          <TagChoices label={t('editorDetails.existing')} tags={offered} onChoose={(tag) => add([tag])} />
        </div>
      ) : null}
      <SuggestTags tags={tags} language={language} onAdd={add} />
    </div>
  );
}
