import type { ElementType } from '@sello/contracts';
import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { EditorIcon, type EditorIconName } from '../../icons.tsx';
import { ownNameOf, typeLabel } from '../../model/index.ts';
import { useEditor } from '../../session/use-editor.ts';
import type { LayerRow } from './rows.ts';

const icons: Record<ElementType, EditorIconName> = {
  text: 'text',
  image: 'images',
  rectangle: 'rectangle',
  ellipse: 'ellipse',
  line: 'line',
  path: 'signature',
  qr: 'qr',
  barcode: 'barcode',
  table: 'table',
  signature: 'digitalSignature',
  group: 'group',
};

interface Props {
  row: LayerRow;
  /** CSS pixels from the top of the list. */
  top: number;
  isSelected: boolean;
  isFocusable: boolean;
  /** Of a group. */
  isOpen: boolean | undefined;
  isRenaming: boolean;
  isDropBelow: boolean;
  onSelect: (how: 'one' | 'add' | 'range') => void;
  onRename: (isOn: boolean) => void;
  onToggleGroup: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onDragStart: () => void;
  onDragEnd: () => void;
}

const isSame = (a: Props, b: Props): boolean =>
  a.row.element === b.row.element &&
  a.row.index === b.row.index &&
  a.row.level === b.row.level &&
  a.row.isHidden === b.row.isHidden &&
  a.top === b.top &&
  a.isSelected === b.isSelected &&
  a.isFocusable === b.isFocusable &&
  a.isOpen === b.isOpen &&
  a.isRenaming === b.isRenaming &&
  a.isDropBelow === b.isDropBelow &&
  a.onSelect === b.onSelect;

/** One layer. */
export const LayerRowView = memo(function LayerRowView(props: Props) {
  const { t } = useTranslation();
  const session = useEditor();
  const { row, top, isSelected, isFocusable, isOpen, isRenaming, isDropBelow } = props;
  const { element, level, isHidden } = row;
  const { id, type, hidden, locked } = element;
  const name = ownNameOf(element) ?? t(typeLabel(type));
  const select = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) =>
    props.onSelect(shiftKey ? 'range' : ctrlKey || metaKey ? 'add' : 'one');
  const classes = [
    'layer',
    isSelected ? 'is-on' : '',
    isHidden ? 'is-off' : '',
    isDropBelow ? 'drop-here' : '',
  ];
  return (
    <div
      role="treeitem"
      className={classes.filter(Boolean).join(' ')}
      data-id={id}
      tabIndex={isFocusable ? 0 : -1}
      aria-level={level}
      aria-selected={isSelected}
      aria-expanded={isOpen}
      aria-label={name}
      style={{ top, ['--in' as string]: level - 1 }}
      draggable={!isRenaming}
      onClick={select}
      onKeyDown={props.onKeyDown}
      onDoubleClick={() => props.onRename(true)}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', name);
        event.dataTransfer.effectAllowed = 'move';
        props.onDragStart();
      }}
      onDragEnd={props.onDragEnd}
    >
      {isOpen === undefined ? (
        <EditorIcon name={icons[type]} />
      ) : (
        <button
          type="button"
          className="fold"
          tabIndex={-1}
          aria-label={t(isOpen ? 'editorPanels.layers.close' : 'editorPanels.layers.open', { name })}
          onClick={(event) => {
            event.stopPropagation();
            props.onToggleGroup();
          }}
        >
          <Icon name={isOpen ? 'down' : 'up'} />
        </button>
      )}
      {isRenaming ? (
        <input
          className="input"
          defaultValue={element.name}
          placeholder={name}
          maxLength={100}
          aria-label={t('editorPanels.layers.name')}
          // biome-ignore lint/a11y/noAutofocus: the row was asked to be renamed.
          autoFocus
          onFocus={({ target }) => target.select()}
          onClick={(event) => event.stopPropagation()}
          onBlur={({ target }) => {
            session.run('rename', { id, name: target.value });
            props.onRename(false);
          }}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === 'Enter') event.currentTarget.blur();
            if (event.key !== 'Escape') return;
            event.currentTarget.value = element.name;
            event.currentTarget.blur();
          }}
        />
      ) : (
        <span title={name}>{name}</span>
      )}
      <button
        type="button"
        className="icon-btn"
        tabIndex={isFocusable ? 0 : -1}
        aria-label={t(hidden ? 'editorPanels.layers.show' : 'editorPanels.layers.hide', { name })}
        onClick={(event) => {
          event.stopPropagation();
          session.run('hide', { ids: [id] });
        }}
      >
        <EditorIcon name={hidden ? 'eyeOff' : 'eye'} />
      </button>
      <button
        type="button"
        className={locked ? 'icon-btn is-set' : 'icon-btn'}
        tabIndex={isFocusable ? 0 : -1}
        aria-label={t(locked ? 'editorPanels.layers.unlock' : 'editorPanels.layers.lock', { name })}
        onClick={(event) => {
          event.stopPropagation();
          session.run('lock', { ids: [id] });
        }}
      >
        <EditorIcon name={locked ? 'lock' : 'unlock'} />
      </button>
    </div>
  );
}, isSame);
