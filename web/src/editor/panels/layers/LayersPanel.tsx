import './layers.css';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/search/SearchField.tsx';
import { currentPage, typeLabel } from '../../model/index.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';
import { LayerRowView } from './LayerRowView.tsx';
import { dropPlace, foundRows, layerRows } from './rows.ts';
import { useRowWindow } from './use-row-window.ts';

/** The elements of the page from the top down: selected, named, hidden, locked and reordered here. */
export function LayersPanel() {
  const { t } = useTranslation();
  const session = useEditor();
  const page = useEditorState(currentPage);
  const selection = useEditorState(({ selection: ids }) => ids);
  const [words, setWords] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [renamingId, setRenaming] = useState<string | null>(null);
  const [drop, setDrop] = useState<number | null>(null);
  const [focusedId, setFocused] = useState<string | null>(null);
  const dragged = useRef<readonly string[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => foundRows(layerRows(page, closed), words, ({ type }) => t(typeLabel(type))),
    [page, closed, words, t],
  );
  const selected = useMemo(() => new Set(selection), [selection]);
  const { from, to, rowHeight } = useRowWindow(list, rows.length);
  const focusedAt = Math.max(
    0,
    rows.findIndex(({ element }) => element.id === focusedId),
  );

  const show = (index: number) => {
    const scroller = list.current?.closest('.side');
    if (!scroller || !list.current) return;
    const top = list.current.offsetTop + index * rowHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + rowHeight > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + rowHeight - scroller.clientHeight;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection is scrolled to.
  useEffect(() => {
    const index = rows.findIndex(({ element }) => element.id === selection[0]);
    if (index >= 0) show(index);
  }, [selection]);

  const select = (index: number, how: 'one' | 'add' | 'range') => {
    const row = rows[index];
    if (!row) return;
    const { id } = row.element;
    setFocused(id);
    if (how === 'add') {
      session.run('select', {
        ids: selected.has(id) ? selection.filter((one) => one !== id) : [...selection, id],
      });
    } else if (how === 'range') {
      const start = Math.max(
        0,
        rows.findIndex(({ element }) => element.id === selection[0]),
      );
      const [first, last] = [Math.min(start, index), Math.max(start, index)];
      session.run('select', { ids: rows.slice(first, last + 1).map(({ element }) => element.id) });
    } else session.run('select', { ids: [id] });
  };
  const move = (index: number, by: 1 | -1) => {
    const row = rows[index];
    if (!row) return;
    const to = by === 1 ? row.index + 2 : row.index - 1;
    if (to < 0) return;
    session.run('moveLayers', { ids: [row.element.id], parentId: row.parentId, index: to });
    setFocused(row.element.id);
  };
  const focusRow = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFocused(row.element.id);
    show(index);
    // The row may be rendered only now.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(row.element.id)}"]`)?.focus(),
    );
  };
  const toggleGroup = (id: string, isClosed: boolean) =>
    setClosed((before) => {
      const next = new Set(before);
      if (isClosed) next.add(id);
      else next.delete(id);
      return next;
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (renamingId !== null || !(event.target as Element).matches('[role="treeitem"]')) return;
    const row = rows[focusedAt];
    if (!row) return;
    const { element } = row;
    const keys: Record<string, () => void> = {
      ArrowDown: () => (event.altKey ? move(focusedAt, -1) : focusRow(focusedAt + 1)),
      ArrowUp: () => (event.altKey ? move(focusedAt, 1) : focusRow(focusedAt - 1)),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ArrowRight: () => 'elements' in element && toggleGroup(element.id, false),
      ArrowLeft: () => 'elements' in element && toggleGroup(element.id, true),
      Enter: () => select(focusedAt, 'one'),
      ' ': () => select(focusedAt, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'add' : 'one'),
      F2: () => setRenaming(element.id),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const dropNow = () => {
    if (drop !== null && dragged.current.length > 0) {
      session.run('moveLayers', { ids: dragged.current, ...dropPlace(rows, drop) });
    }
    dragged.current = [];
    setDrop(null);
  };
  return (
    <>
      <div className="hd">
        <h2>{t('editorScreen.panel.layers')}</h2>
      </div>
      <SearchField label={t('editorPanels.layers.find')} value={words} onChange={setWords} />
      {page.elements.length === 0 ? <p className="hint">{t('editorPanels.layers.empty')}</p> : null}
      {page.elements.length > 0 && rows.length === 0 ? (
        <p className="hint">{t('editorPanels.layers.none')}</p>
      ) : null}
      <div
        ref={list}
        className="layers"
        role="tree"
        aria-label={t('editorScreen.panel.layers')}
        aria-multiselectable="true"
        style={{ height: rows.length * rowHeight }}
        onDragOver={(event) => {
          if (dragged.current.length === 0 || !list.current) return;
          event.preventDefault();
          const y = event.clientY - list.current.getBoundingClientRect().top;
          setDrop(Math.max(0, Math.min(rows.length, Math.round(y / rowHeight))));
        }}
        onDragLeave={() => setDrop(null)}
        onDrop={(event) => {
          event.preventDefault();
          dropNow();
        }}
      >
        {rows.slice(from, to).map((row, offset) => {
          const index = from + offset;
          const { id } = row.element;
          return (
            <LayerRowView
              key={id}
              row={row}
              top={index * rowHeight}
              isSelected={selected.has(id)}
              isFocusable={index === focusedAt}
              isOpen={'elements' in row.element ? !closed.has(id) : undefined}
              isRenaming={renamingId === id}
              isDropBelow={drop === index}
              onSelect={(how) => select(index, how)}
              onRename={(isOn) => setRenaming(isOn ? id : null)}
              onToggleGroup={() => toggleGroup(id, !closed.has(id))}
              onKeyDown={onKeyDown}
              onDragStart={() => {
                dragged.current = selected.has(id) ? selection : [id];
              }}
              onDragEnd={() => {
                dragged.current = [];
                setDrop(null);
              }}
            />
          );
        })}
        {drop === rows.length ? <div className="drop-end" style={{ top: rows.length * rowHeight }} /> : null}
      </div>
      {page.elements.length > 1 ? <p className="hint">{t('editorPanels.layers.hint')}</p> : null}
    </>
  );
}
