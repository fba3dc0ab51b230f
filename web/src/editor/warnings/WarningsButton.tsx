import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { useStore } from '../../state/useStore.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { useEditor, useView } from '../session/use-editor.ts';
import { warningsStore, watchWarnings } from './warnings.ts';

/** How many things there are to look at before anything is issued; opens their list. */
export function WarningsButton() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const isOpen = useView((view) => view.hasWarnings);
  const warnings = useStore(warningsStore(session));
  useEffect(() => watchWarnings(session), [session]);
  const count = warnings?.length ?? 0;
  const isBad = warnings?.some(({ tone }) => tone === 'bad') === true;
  const label = t(count === 0 ? 'editorContent.warnings.title' : 'editorContent.warnings.count', {
    count,
    number: format.count(count),
  });
  return (
    <button
      type="button"
      className={`warn-btn not-phone ${isBad ? 'is-bad' : count > 0 ? 'is-warn' : ''}`}
      aria-pressed={isOpen}
      aria-label={label}
      title={label}
      onClick={() => session.setView({ hasWarnings: !isOpen, isPickingStudent: false })}
    >
      <Icon name={count === 0 ? 'ringCheck' : 'bang'} />
      {count > 0 ? <span className="num">{format.count(count)}</span> : null}
    </button>
  );
}
