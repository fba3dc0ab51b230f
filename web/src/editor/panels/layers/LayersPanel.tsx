import './layers.css';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/search/SearchField.tsx';
import { currentPage, ownNameOf, typeLabel } from '../../model/index.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';
import { type Choice, chosenIds } from './choose.ts';
import { onLayerKey } from './keys.ts';
import { LayerItem } from './LayerItem.tsx';
import { OrderButtons } from './OrderButtons.tsx';
import { type DropPlace, dropPlace, foundRows, layerRows } from './rows.ts';
import { type Step, stepPlace } from './step.ts';
import { useFolded } from './use-folded.ts';
import { useRowWindow } from './use-row-window.ts';
import { useStable } from './use-stable.ts';

/** The elements of the page from the top down: selected, named, hidden, locked and reordered here. */
export function LayersPanel() {
  const { t } = useTranslation();
  const session = useEditor();
  const page = useEditorState(currentPage);
  const selection = useEditorState(({ selection: ids }) => ids);
  const [words, setWords] = useState('');
  const [renamingId, setRenaming] = useState<string | null>(null);
  const [drop, setDrop] = useState<DropPlace | null>(null);
  /** The row to which Tab comes. */
  const [currentId, setCurrent] = useState<string | null>(selection[0] ?? null);
  /** Whether the current row is to have the focus after the next render. */
  const isFocusWanted = useRef(false);
  /** Where a range begins. */
  const fromId = useRef<string | null>(null);
  const dragged = useRef<readonly string[]>([]);
  const scroller = useRef<HTMLDivElement>(null);
  const { closed, set: setClosed } = useFolded(page, selection);
  const rows = useMemo(
    () =>
      words === ''
        ? layerRows(page, closed)
        : foundRows(page, words, (element) => ownNameOf(element) ?? t(typeLabel(element.type))),
    [page, closed, words, t],
  );
  const selected = useMemo(() => new Set(selection), [selection]);
  const { from, to, rowHeight, show } = useRowWindow(scroller, rows.length);
  const indexOfRow = (id: string | undefined) => rows.findIndex(({ element }) => element.id === id);
  const current = Math.max(0, indexOfRow(currentId ?? undefined));

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is selected anew is scrolled to.
  useEffect(() => {
    const index = indexOfRow(selection[0]);
    if (index < 0) return;
    show(index);
    if (!scroller.current?.contains(document.activeElement)) setCurrent(selection[0] as string);
  }, [selection, closed]);
  useLayoutEffect(() => {
    if (!isFocusWanted.current) return;
    isFocusWanted.current = false;
    scroller.current
      ?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')
      ?.focus({ preventScroll: true });
  });

  const choose = (id: string, how: Choice) => {
    setCurrent(id);
    session.run('select', { ids: chosenIds(page, rows, selection, id, how, fromId.current) });
    if (how !== 'range') fromId.current = id;
  };
  const step = (id: string, to: Step) => {
    isFocusWanted.current = true;
    // Several that are selected keep their order among themselves.
    if (selected.has(id) && selection.length > 1 && (to === 'up' || to === 'down')) {
      session.run(to === 'up' ? 'order.forward' : 'order.backward');
      return;
    }
    const place = stepPlace(page, id, to);
    if (!place || !session.run('moveLayers', { ids: [id], ...place })) return;
    if (place.parentId) setClosed(place.parentId, false);
    setCurrent(id);
  };
  const fold = (id: string) => setClosed(id, !closed.has(id));
  const actions = useStable({
    choose,
    fold,
    rename: setRenaming,
    startDrag(id: string) {
      dragged.current = selected.has(id) ? selection : [id];
    },
    endDrag() {
      dragged.current = [];
      setDrop(null);
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as Element).matches('[role="treeitem"]')) return;
    const isTaken = onLayerKey(event, rows, current, {
      ...{ choose, fold, step, rename: setRenaming },
      goTo(index, isRange) {
        const id = rows[index]?.element.id;
        if (id === undefined) return;
        isFocusWanted.current = true;
        show(index);
        if (isRange) fromId.current ??= rows[current]?.element.id ?? null;
        if (isRange) choose(id, 'range');
        else setCurrent(id);
      },
    });
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const rendered = rows.slice(from, to).map((row, offset) => ({ row, index: from + offset }));
  // The row with the focus stays when it is scrolled out of sight.
  const kept = rows[current];
  if (kept && (current < from || current >= to)) rendered.push({ row: kept, index: current });
  return (
    <div className="layers-panel">
      <div className="hd">
        <h2>{t('editorScreen.panel.layers')}</h2>
        <OrderButtons />
      </div>
      <SearchField label={t('editorPanels.layers.find')} value={words} onChange={setWords} />
      {page.elements.length === 0 ? <p className="hint">{t('editorPanels.layers.empty')}</p> : null}
      {page.elements.length > 0 && rows.length === 0 ? (
        <p className="hint">{t('editorPanels.layers.none')}</p>
      ) : null}
      <div ref={scroller} className="layers-scroll">
        <div
          className={page.elements.some((element) => 'elements' in element) ? 'layers has-groups' : 'layers'}
          role="tree"
          aria-label={t('editorScreen.panel.layers')}
          aria-multiselectable="true"
          style={{ height: rows.length * rowHeight, ['--row' as string]: `${rowHeight}px` }}
          hidden={rows.length === 0}
          onKeyDown={onKeyDown}
          onDragOver={(event) => {
            // Of a search only some of the neighbours are listed.
            if (dragged.current.length === 0 || words !== '') return;
            event.preventDefault();
            const { top } = event.currentTarget.getBoundingClientRect();
            const next = dropPlace(rows, (event.clientY - top) / rowHeight);
            setDrop((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
          }}
          onDragLeave={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget as Node | null)) setDrop(null);
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (drop && dragged.current.length > 0) {
              const { parentId, index } = drop;
              session.run('moveLayers', { ids: dragged.current, parentId, index });
            }
            actions.endDrag();
          }}
        >
          {rendered.map(({ row, index }) => {
            const { element, level, position, siblings, isHidden, isOpen } = row;
            const { id } = element;
            return (
              <LayerItem
                key={id}
                {...{ element, level, position, siblings, isHidden, isOpen, actions }}
                top={index * rowHeight}
                isSelected={selected.has(id)}
                isCurrent={index === current}
                isRenaming={renamingId === id}
                isTarget={drop?.intoId === id}
              />
            );
          })}
          {drop && drop.intoId === null ? (
            <div
              className="drop-line"
              style={{ top: drop.line * rowHeight, ['--in' as string]: drop.level - 1 }}
            />
          ) : null}
        </div>
      </div>
      {page.elements.length > 1 ? <p className="hint">{t('editorPanels.layers.hint')}</p> : null}
    </div>
  );
}
