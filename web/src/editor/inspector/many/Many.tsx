import type { DesignElement } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditorIcon, type EditorIconName } from '../../icons.tsx';
import { type CommandId, commandOf, type EditorState, ownNameOf, typeLabel } from '../../model/index.ts';
import { ColorField } from '../../parts/ColorField.tsx';
import { NumberUnit } from '../../parts/NumberUnit.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { type Shared, sharedOf } from '../../parts/shared.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';
import { colorsId, elementsOf, useElements } from '../elements.ts';
import { iconOf } from '../Head.tsx';
import { gapsOf } from './gaps.ts';

const places = [
  { id: 'align.left', icon: 'alignLeft' },
  { id: 'align.centre', icon: 'alignCentre' },
  { id: 'align.right', icon: 'alignRight' },
  { id: 'align.top', icon: 'alignTop' },
  { id: 'align.middle', icon: 'alignMiddle' },
  { id: 'align.bottom', icon: 'alignBottom' },
] as const satisfies readonly { id: CommandId; icon: EditorIconName }[];

function Align() {
  const { t } = useTranslation();
  const session = useEditor();
  const [to, setTo] = useState<'selection' | 'page' | 'guides'>('selection');
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.many.alignTo')}</h2>
      <Segments
        label={t('editorInspector.many.alignTo')}
        property="align"
        value={to}
        options={(['selection', 'page', 'guides'] as const).map((value) => ({
          value,
          content: t(`editorInspector.many.${value}`),
        }))}
        onChange={setTo}
      />
      <div className="tools gap">
        {places.map(({ id, icon }) => {
          const label = t(commandOf(id).labelKey);
          return (
            <button
              key={id}
              type="button"
              className="icon-btn"
              aria-label={label}
              title={label}
              onClick={() => session.run(id, { to })}
            >
              <EditorIcon name={icon} />
            </button>
          );
        })}
      </div>
    </section>
  );
}

const axes = [
  { axis: 'across', id: 'distribute.horizontal', icon: 'distributeAcross' },
  { axis: 'down', id: 'distribute.vertical', icon: 'distributeDown' },
] as const;

function Gaps() {
  const { t } = useTranslation();
  const session = useEditor();
  const gaps = useEditorState(gapsOf, (a, b) => a.across === b.across && a.down === b.down);
  const canSpread = useEditorState((state) => commandOf('distribute.horizontal').canRun(state));
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.many.gaps')}</h2>
      <div className="g2">
        {axes.map(({ axis, id, icon }) => (
          <div key={axis} className="gap-of">
            <NumberUnit
              label={t(`editorInspector.many.${axis}`)}
              property={axis}
              unit="pt"
              value={gaps[axis]}
              min={-100_000}
              max={100_000}
              onChange={(gap, gesture) => session.run(id, { gap, gesture })}
            />
            <button
              type="button"
              className="icon-btn"
              aria-label={t(commandOf(id).labelKey)}
              title={t(commandOf(id).labelKey)}
              disabled={!canSpread}
              onClick={() => session.run(id)}
            >
              <EditorIcon name={icon} />
            </button>
          </div>
        ))}
      </div>
    </section>
  );
}

/** The colour of an element: of its letters, its area, or of a line that has no area. */
function colorsOf(state: EditorState): Shared<string | null> | undefined {
  const letters = selectedValuesOf(state);
  const others = elementsOf(state).flatMap((element): (string | null)[] => {
    if ('paragraphs' in element) return [];
    if ('fill' in element) return [element.fill];
    return 'stroke' in element ? [element.stroke] : [];
  });
  return sharedOf([...letters, ...others]);
}

/** The colours of the runs of the selected texts. */
const selectedValuesOf = (state: EditorState): string[] =>
  elementsOf(state).flatMap((element) =>
    'paragraphs' in element
      ? element.paragraphs.flatMap(({ runs }) => runs.map(({ fill }) => fill ?? element.fill))
      : [],
  );

/** One colour for all: of letters, of areas, and of lines, which have nothing but their stroke. */
function SharedColor() {
  const { t } = useTranslation();
  const session = useEditor();
  const value = useEditorState(colorsOf);
  if (value === undefined) return null;
  const set = (color: string, gesture: string) => {
    const elements = elementsOf(session.state);
    const ids = (of: (element: DesignElement) => boolean) => elements.filter(of).map(({ id }) => id);
    const areas = ids((element) => 'fill' in element && !('fontFamily' in element));
    const lines = ids((element) => !('fill' in element) && 'stroke' in element);
    // Of one gesture, so that they are one step of the history.
    if (areas.length > 0) session.run('setProperty', { ids: areas, properties: { fill: color }, gesture });
    if (lines.length > 0) session.run('setProperty', { ids: lines, properties: { stroke: color }, gesture });
    if (elements.some((element) => 'fontFamily' in element))
      session.run('text.style', { style: { fill: color }, gesture });
  };
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.many.shared')}</h2>
      <ColorField
        label={t('editorInspector.color')}
        property="fill"
        value={value}
        list={colorsId}
        onChange={set}
      />
    </section>
  );
}

/** How many selected elements are listed by name. */
const mostListed = 100;

/** The selected elements by name, of which a press selects one alone. */
export function Listed() {
  const { t } = useTranslation();
  const session = useEditor();
  const elements = useElements();
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.many.selected')}</h2>
      <ul className="listed">
        {elements.slice(0, mostListed).map((element) => (
          <li key={element.id}>
            <button type="button" onClick={() => session.run('select', { ids: [element.id] })}>
              <EditorIcon name={iconOf(element)} />
              <bdi>{ownNameOf(element) ?? t(typeLabel(element.type))}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What several elements have in common. */
export function Many() {
  return (
    <>
      <Align />
      <Gaps />
      <SharedColor />
    </>
  );
}
