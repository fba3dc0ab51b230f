import type { DesignElement } from '@sello/contracts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditor } from '../../session/use-editor.ts';

interface Props {
  element: DesignElement;
  /** What it is called without a name of its own. */
  placeholder: string;
  onEnd: () => void;
}

/** The name of a layer, being changed where it stands. Escape leaves it as it was. */
export function LayerName({ element, placeholder, onEnd }: Props) {
  const { t } = useTranslation();
  const session = useEditor();
  const isDropped = useRef(false);
  return (
    <input
      className="input"
      dir="auto"
      defaultValue={element.name}
      placeholder={placeholder}
      maxLength={100}
      autoComplete="off"
      aria-label={t('editorPanels.layers.name')}
      // biome-ignore lint/a11y/noAutofocus: the row was asked to be renamed.
      autoFocus
      onFocus={({ target }) => target.select()}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={({ target }) => {
        if (!isDropped.current) session.run('rename', { id: element.id, name: target.value });
        onEnd();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        isDropped.current = event.key === 'Escape';
        event.currentTarget.closest<HTMLElement>('[role="treeitem"]')?.focus();
      }}
    />
  );
}
