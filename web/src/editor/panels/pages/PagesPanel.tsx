import './pages.css';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { pageSizeLabel, sizeOf } from '../../model/index.ts';
import { usePagePictures } from '../../screen/use-page-pictures.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';
import { ReadingOrder } from './ReadingOrder.tsx';

/** CSS pixels of the picture of a page. */
const pictureWidth = 180;

/** The pages in their order, and the order in which a screen reader reads the one that is shown. */
export function PagesPanel() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const pages = useEditorState(({ design }) => design.pages);
  const shownId = useEditorState(({ pageId }) => pageId);
  const pictures = usePagePictures(pictureWidth);
  const [drop, setDrop] = useState<number | null>(null);
  const dragged = useRef<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const move = (pageId: string, to: number) => session.run('page.move', { pageId, to });
  const onKeyDown = (pageId: string, index: number) => (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.altKey) move(pageId, index + by);
    const next = list.current?.querySelectorAll<HTMLElement>('.page-pic')[index + by];
    next?.focus();
  };
  return (
    <>
      <div className="hd">
        <h2>{t('editorScreen.panel.pages')}</h2>
        <IconButton icon="plus" label={t('editorScreen.addPage')} onClick={() => session.run('page.add')} />
      </div>
      <ol
        ref={list}
        className="page-list"
        aria-label={t('editorScreen.panel.pages')}
        onDragOver={(event) => {
          if (dragged.current === null || !list.current) return;
          event.preventDefault();
          const rows = [...list.current.children];
          const after = rows.filter((row) => {
            const { top, height } = row.getBoundingClientRect();
            return event.clientY > top + height / 2;
          });
          setDrop(after.length);
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
          return (
            <li key={id} className={drop === index ? 'drop-here' : undefined}>
              <button
                type="button"
                className={id === shownId ? 'page-pic on' : 'page-pic'}
                aria-current={id === shownId ? 'page' : undefined}
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
                  entries={[
                    {
                      id: 'duplicate',
                      label: t('editorPanels.pages.duplicate'),
                      run: () => session.run('page.duplicate', { pageId: id }),
                    },
                    {
                      id: 'up',
                      label: t('editorPanels.pages.up'),
                      disabled: index === 0,
                      run: () => move(id, index - 1),
                    },
                    {
                      id: 'down',
                      label: t('editorPanels.pages.down'),
                      disabled: index === pages.length - 1,
                      run: () => move(id, index + 1),
                    },
                    {
                      id: 'delete',
                      label: t('editorPanels.pages.delete'),
                      danger: true,
                      cut: true,
                      disabled: pages.length === 1,
                      run: () => session.run('page.delete', { pageId: id }),
                    },
                  ]}
                />
              </div>
            </li>
          );
        })}
      </ol>
      <p className="hint">{t('editorPanels.pages.hint')}</p>
      <ReadingOrder />
    </>
  );
}
