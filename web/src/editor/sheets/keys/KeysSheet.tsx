import './keys.css';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/dialog/Sheet.tsx';
import {
  type CommandId,
  commandOf,
  commandSections,
  keyCaps,
  keyLabel,
  sectionLabel,
} from '../../model/index.ts';
import { platform } from '../../screen/platform.ts';
import { viewSections } from '../../screen/view-commands.ts';

interface Row {
  id: string;
  label: string;
  shortcuts: readonly string[];
}

/** Of ten steps of opacity two show how the others are pressed; Shift with a move of the caret selects. */
const isShown = (id: CommandId): boolean => !/^opacity\.[2-9]$/.test(id) && !id.startsWith('caret.extend.');

/** Every key of the editor, made from the registries of commands. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const ofModel = [...commandSections()].map(([section, ids]) => ({
    id: section as string,
    title: t(sectionLabel(section)),
    rows: ids.filter(isShown).flatMap((id): Row[] => {
      const { labelKey, shortcut } = commandOf(id);
      return shortcut ? [{ id, label: t(labelKey), shortcuts: shortcut[platform] }] : [];
    }),
  }));
  const ofView = viewSections().map(({ section, commands }) => ({
    id: section as string,
    title: t(`editorSheets.keys.${section}`),
    rows: commands.map(
      ({ labelKey, shortcut }): Row => ({
        id: labelKey,
        label: t(labelKey),
        shortcuts: shortcut[platform],
      }),
    ),
  }));
  return (
    <Sheet title={t('editorSheets.keys.title')} wide className="keys-sheet" onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and holds nothing that takes the focus. */}
      <section className="body keys-list" aria-label={t('editorSheets.keys.title')} tabIndex={0}>
        {[...ofModel, ...ofView]
          .filter(({ rows }) => rows.length > 0)
          .map(({ id, title, rows }) => (
            <section key={id}>
              <h3>{title}</h3>
              <ul>
                {rows.map((row) => (
                  <li key={row.id}>
                    <span>{row.label}</span>
                    <span>
                      {row.shortcuts.slice(0, 2).map((written, index) => (
                        <Fragment key={written}>
                          {index > 0 ? <small>{t('editorSheets.keys.or')}</small> : null}
                          <Keys written={written} />
                        </Fragment>
                      ))}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </section>
    </Sheet>
  );
}

function Keys({ written }: { written: string }) {
  const { t } = useTranslation();
  const caps = keyCaps(written, platform).map((cap) => ('sign' in cap ? cap.sign : t(keyLabel(cap.named))));
  return caps.map((cap) => (
    <kbd key={cap} className="key">
      {cap}
    </kbd>
  ));
}
