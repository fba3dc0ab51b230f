import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu/Menu.tsx';
import { commandFor, pageSizeLabel, sizeOf } from '../../model/index.ts';
import type { KeyPress } from '../../model/shortcuts.ts';
import { platform } from '../../screen/platform.ts';
import { usePagePictures } from '../../screen/use-page-pictures.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';

/** CSS pixels of the picture of a page. */
const pictureWidth = 180;

/** The pages as pictures: one to show, to move by a drag, by Alt with an arrow or by its menu, to duplicate and delete. */
export function PageList() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const pages = useEditorState(({ design }) => design.pages);
  const shownId = useEditorState(({ pageId }) => pageId);
  const pictures = usePagePictures(pictureWidth);
  /** The page above which the dragged one goes; the number of pages = below the last. */
  const [drop, setDrop] = useState<number | null>(null);
  const dragged = useRef<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  /** The page that gets the focus after the next render: moving its row takes the focus from it. */
  const focusId = useRef<string | null>(null);
  useLayoutEffect(() => {
    const at = pages.findIndex(({ id }) => id === focusId.current);
    focusId.current = null;
    if (at >= 0) list.current?.querySelectorAll<HTMLElement>('.page-pic')[at]?.focus();
  }, [pages]);
  const move = (pageId: string, to: number) => session.run('page.move', { pageId, to });
  /** The keys of the commands act on the page that has the focus, instead of the one that is shown. */
  const runOn = (pageId: string, index: number, press: KeyPress) => {
    const command = commandFor({ ...session.state, pageId, editing: null }, press, platform);
    focusId.current = pageId;
    if (command === 'page.up') move(pageId, index - 1);
    else if (command === 'page.down') move(pageId, index + 1);
    else if (command === 'page.duplicate') session.run(command, { pageId });
    else if (command === 'page.delete') {
      focusId.current = (pages[index + 1] ?? pages[index - 1])?.id ?? null;
      session.run(command, { pageId });
    } else focusId.current = null;
  };
  const onKeyDown = (pageId: string, index: number) => (event: KeyboardEvent) => {
    if (event.altKey && ['PageUp', 'PageDown', 'Delete', 'Backspace'].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      runOn(pageId, index, event.nativeEvent);
      return;
    }
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.altKey) {
      focusId.current = pageId;
      move(pageId, index + by);
    } else list.current?.querySelectorAll<HTMLElement>('.page-pic')[index + by]?.focus();
  };
  const entriesOf = (pageId: string, index: number): MenuEntry[] => [
    {
      id: 'duplicate',
      label: t('editorPanels.pages.duplicate'),
      run: () => session.run('page.duplicate', { pageId }),
    },
    {
      id: 'up',
      label: t('editorPanels.pages.up'),
      disabled: index === 0,
      run: () => move(pageId, index - 1),
    },
    {
      id: 'down',
      label: t('editorPanels.pages.down'),
      disabled: index === pages.length - 1,
      run: () => move(pageId, index + 1),
    },
    {
      id: 'delete',
      label: t('editorPanels.pages.delete'),
      danger: true,
      cut: true,
      disabled: pages.length === 1,
      run: () => session.run('page.delete', { pageId }),
    },
  ];
  const classOf = (index: number) => {
    if (drop === index) return 'drop-above';
    return drop === pages.length && index === pages.length - 1 ? 'drop-below' : undefined;
  };
  return (
    <ol
      ref={list}
      className="page-list"
      aria-label={t('editorScreen.panel.pages')}
      onDragOver={(event) => {
        if (dragged.current === null) return;
        event.preventDefault();
        const rows = [...event.currentTarget.children].map((row) => row.getBoundingClientRect());
        setDrop(rows.filter(({ top, height }) => event.clientY > top + height / 2).length);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setDrop(null);
      }}
      onDrop={(event) => {
        event.preventDefault();
        const from = pages.findIndex(({ id }) => id === dragged.current);
        if (drop !== null && dragged.current !== null) move(dragged.current, drop > from ? drop - 1 : drop);
        dragged.current = null;
        setDrop(null);
      }}
    >
      {pages.map(({ id, width, height }, index) => {
        const size = sizeOf({ width, height });
        const name = t('editorScreen.page', { number: format.count(index + 1) });
        const isShown = id === shownId;
        return (
          <li key={id} className={classOf(index)}>
            <button
              type="button"
              className={isShown ? 'page-pic on' : 'page-pic'}
              aria-current={isShown ? 'page' : undefined}
              aria-label={name}
              draggable={pages.length > 1}
              onClick={() => session.run('page.show', { pageId: id })}
              onKeyDown={onKeyDown(id, index)}
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', name);
                event.dataTransfer.effectAllowed = 'move';
                dragged.current = id;
              }}
              onDragEnd={() => {
                dragged.current = null;
                setDrop(null);
              }}
            >
              <span className="leaf" style={{ aspectRatio: `${width} / ${height}` }}>
                {pictures.get(id) ? <img src={pictures.get(id)} alt="" draggable={false} /> : null}
              </span>
            </button>
            <div className="page-cap num">
              <span>
                <b>{format.count(index + 1)}</b>{' '}
                {size
                  ? t(pageSizeLabel(size))
                  : t('editorScreen.points', { width: format.count(width), height: format.count(height) })}
              </span>
              <Menu
                label={t('editorPanels.pages.menu', { page: name })}
                trigger={<Icon name="dots" />}
                triggerClass="icon-btn"
                entries={entriesOf(id, index)}
              />
            </div>
          </li>
        );
      })}
    </ol>
  );
}
