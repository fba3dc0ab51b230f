import type { DesignElement } from '@sello/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { EditorIcon, typeIcons } from '../../icons.tsx';
import { ownNameOf, typeLabel } from '../../model/index.ts';
import { useEditor } from '../../session/use-editor.ts';
import type { Choice } from './choose.ts';
import { LayerName } from './LayerName.tsx';

/** What is done in a row; the same object as long as the list is shown. */
export interface LayerActions {
  choose(id: string, how: Choice): void;
  /** Opens or closes a group. */
  fold(id: string): void;
  rename(id: string | null): void;
  startDrag(id: string): void;
  endDrag(): void;
}

interface Props {
  element: DesignElement;
  /** 1 on the page, one more in each group. */
  level: number;
  position: number;
  siblings: number;
  /** CSS pixels from the top of the list. */
  top: number;
  isOpen: boolean | undefined;
  /** By itself or with a group around it. */
  isHidden: boolean;
  isSelected: boolean;
  /** Whether Tab comes to it. */
  isCurrent: boolean;
  isRenaming: boolean;
  /** Whether layers that are dragged would go into it. */
  isTarget: boolean;
  actions: LayerActions;
}

/** One layer. It is rendered again only when something of it changes. */
export const LayerItem = memo(function LayerItem(props: Props) {
  const { t } = useTranslation();
  const session = useEditor();
  const { element, level, isOpen, isHidden, isSelected, isCurrent, isRenaming, isTarget, actions } = props;
  const { id, type, hidden, locked } = element;
  const name = ownNameOf(element) ?? t(typeLabel(type));
  const classes = ['layer', isSelected && 'is-on', isHidden && 'is-off', isTarget && 'is-target'];
  const flags = [
    {
      id: 'hide' as const,
      icon: hidden ? ('eyeOff' as const) : ('eye' as const),
      label: t(hidden ? 'editorPanels.layers.show' : 'editorPanels.layers.hide', { name }),
      isSet: hidden,
    },
    {
      id: 'lock' as const,
      icon: locked ? ('lock' as const) : ('unlock' as const),
      label: t(locked ? 'editorPanels.layers.unlock' : 'editorPanels.layers.lock', { name }),
      isSet: locked,
    },
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list acts on the keys of its rows.
    <div
      role="treeitem"
      className={classes.filter(Boolean).join(' ')}
      data-id={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-selected={isSelected}
      aria-expanded={isOpen}
      aria-label={name}
      style={{ top: props.top, ['--in' as string]: level - 1 }}
      draggable={!isRenaming}
      onClick={({ shiftKey, ctrlKey, metaKey }) =>
        actions.choose(id, shiftKey ? 'range' : ctrlKey || metaKey ? 'more' : 'one')
      }
      onDoubleClick={() => actions.rename(id)}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', name);
        event.dataTransfer.effectAllowed = 'move';
        actions.startDrag(id);
      }}
      onDragEnd={actions.endDrag}
    >
      {isOpen === undefined ? (
        <span className="fold" />
      ) : (
        <button
          type="button"
          className={isOpen ? 'fold' : 'fold is-closed'}
          tabIndex={-1}
          aria-label={t(isOpen ? 'editorPanels.layers.close' : 'editorPanels.layers.open', { name })}
          onClick={(event) => {
            event.stopPropagation();
            actions.fold(id);
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <Icon name="down" />
        </button>
      )}
      <EditorIcon name={typeIcons[type]} />
      {isRenaming ? (
        <LayerName element={element} placeholder={name} onEnd={() => actions.rename(null)} />
      ) : (
        <span className="layer-name" title={name} dir="auto">
          {name}
        </span>
      )}
      {flags.map((flag) => (
        <button
          key={flag.id}
          type="button"
          className={flag.isSet ? 'icon-btn is-set' : 'icon-btn'}
          tabIndex={isCurrent ? 0 : -1}
          aria-label={flag.label}
          title={flag.label}
          onClick={(event) => {
            event.stopPropagation();
            session.run(flag.id, { ids: [id] });
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <EditorIcon name={flag.icon} />
        </button>
      ))}
    </div>
  );
});
