import '../../../ui/tabs/tabs.css';
import { templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/reading.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { SearchField } from '../../../ui/search/SearchField.tsx';

/** Tags that have a tab of their own. */
const tabs = 4;

interface Props {
  search: string;
  onSearch: (search: string) => void;
  /** Empty = all. */
  tag: string;
  onTag: (tag: string) => void;
}

/** Search, and a tab for each of the most used tags. */
export function Find({ search, onSearch, tag, onTag }: Props) {
  const { t } = useTranslation();
  const answer = useQuery(
    reading(templatesApi, 'catalog-get-tags', { query: { language: currentLanguage() } }),
  );
  const tags = answer.data?.tags.slice(0, tabs) ?? [];
  return (
    <div className="find">
      <SearchField label={t('templates.gallery.search')} value={search} onChange={onSearch} />
      {tags.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset stands for fields of a form.
        <div className="tabs" role="group" aria-label={t('templates.gallery.tags')}>
          {['', ...tags].map((one) => (
            <button key={one} type="button" aria-pressed={one === tag} onClick={() => onTag(one)}>
              {one === '' ? t('templates.gallery.all') : one}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
