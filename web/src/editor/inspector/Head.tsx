import type { DesignElement } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { EditorIcon, type EditorIconName, typeIcons } from '../icons.tsx';
import { ownNameOf, typeLabel } from '../model/index.ts';
import { useDraft } from '../parts/use-draft.ts';
import { useEditor } from '../session/use-editor.ts';
import { useElements } from './elements.ts';

export const iconOf = ({ type }: DesignElement): EditorIconName => typeIcons[type];

/** The name of an element, which is changed where it stands. An emptied one is that of its text or type. */
function ElementName({ element }: { element: DesignElement }) {
  const { t } = useTranslation();
  const session = useEditor();
  const { field, keep, drop } = useDraft<HTMLInputElement>(element.name, (name) =>
    session.run('rename', { id: element.id, name }),
  );
  return (
    <input
      className="el-name"
      dir="auto"
      aria-label={t('editorInspector.name')}
      data-property="name"
      placeholder={ownNameOf(element) ?? t(typeLabel(element.type))}
      maxLength={100}
      {...field}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          keep();
          event.currentTarget.blur();
        } else if (event.key === 'Escape') {
          drop();
          event.currentTarget.blur();
        }
      }}
    />
  );
}

/** What is selected, and what is done with all of it: hiding, locking, deleting. */
export function Head() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const elements = useElements();
  const [first] = elements;
  if (!first) return null;
  const isHidden = elements.every(({ hidden }) => hidden);
  const isLocked = elements.every(({ locked }) => locked);
  const [hideLabel, lockLabel] = [
    t(isHidden ? 'editorInspector.show' : 'editor.commands.hide'),
    t(isLocked ? 'editorInspector.unlock' : 'editor.commands.lock'),
  ];
  return (
    <div className="what">
      <EditorIcon name={elements.length > 1 ? 'group' : iconOf(first)} />
      {elements.length > 1 ? (
        <span>
          {t('editorInspector.selected', { count: elements.length, number: format.count(elements.length) })}
        </span>
      ) : (
        <ElementName key={first.id} element={first} />
      )}
      <span className="acts not-phone">
        <button
          type="button"
          className="icon-btn"
          aria-label={hideLabel}
          title={hideLabel}
          data-property="hidden"
          onClick={() => session.run('hide')}
        >
          <EditorIcon name={isHidden ? 'eyeOff' : 'eye'} />
        </button>
        <button
          type="button"
          className="icon-btn"
          aria-label={lockLabel}
          title={lockLabel}
          data-property="locked"
          onClick={() => session.run('lock')}
        >
          <EditorIcon name={isLocked ? 'lock' : 'unlock'} />
        </button>
        <IconButton icon="trash" label={t('editor.commands.delete')} onClick={() => session.run('delete')} />
      </span>
    </div>
  );
}
