import type { CatalogSummary } from '@sello/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { languageNames } from '../../i18n/index.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { Check } from '../../ui/choice/Choice.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { SheetPicture } from '../../ui/sheets/SheetPicture.tsx';
import { RenameEntry } from './RenameEntry.tsx';

interface Props {
  entry: CatalogSummary;
  isPicked: boolean;
  onToggle: () => void;
  onDelete: () => void;
}

/** One entry: picture, name, day of the last change, language and tags; its name is changed in place. */
export function EntryCard({ entry, isPicked, onToggle, onDelete }: Props) {
  const { t } = useTranslation();
  const [isRenaming, setRenaming] = useState(false);
  const card = useRef<HTMLLIElement>(null);
  // The button that opened the field is back when the field closes.
  const wasRenaming = useRef(false);
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) {
      card.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    }
    wasRenaming.current = isRenaming;
  }, [isRenaming]);
  const { name, thumbnailUrl } = entry;
  const to = usePathTo()('entry', { entryId: entry._id });
  return (
    <li ref={card} className={isPicked ? 'is-on' : undefined}>
      <Link className="sheet-pic" to={to} tabIndex={-1} aria-hidden="true">
        <SheetPicture url={thumbnailUrl} />
      </Link>
      <div className={isRenaming ? 'sheet-cap is-renaming' : 'sheet-cap'}>
        <Check label={t('catalog.select', { name })} checked={isPicked} onChange={onToggle} />
        {isRenaming ? (
          <RenameEntry entry={entry} onClose={() => setRenaming(false)} />
        ) : (
          <>
            <div>
              <b>
                <Link to={to}>
                  <Name text={name} />
                </Link>
              </b>
              <Facts entry={entry} />
            </div>
            <Menu
              label={t('catalog.actions', { name })}
              triggerClass="icon-btn"
              trigger={<Icon name="dots" />}
              entries={[
                { id: 'rename', label: t('catalog.rename.open'), run: () => setRenaming(true) },
                { id: 'delete', label: t('catalog.delete.open'), danger: true, run: onDelete },
              ]}
            />
          </>
        )}
      </div>
    </li>
  );
}

function Facts({ entry: { updatedAt, language, tags } }: { entry: CatalogSummary }) {
  const { t } = useTranslation();
  const format = useFormat();
  const day = format.shortDayOf(updatedAt);
  const text = language
    ? t('catalog.updatedIn', { day, language: languageNames[language] })
    : t('catalog.updated', { day });
  return (
    <>
      <small className="num">
        <Rich text={text} parts={{ w: <span className="only-wide" /> }} />
      </small>
      {tags.length > 0 ? (
        <ul className="words" aria-label={t('catalog.tags')}>
          {tags.map((tag) => (
            <li key={tag}>
              <Name text={tag} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
