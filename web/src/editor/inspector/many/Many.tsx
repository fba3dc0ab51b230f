import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditorIcon, type EditorIconName } from '../../icons.tsx';
import { type CommandId, commandOf, ownNameOf, typeLabel } from '../../model/index.ts';
import { ColorField } from '../../parts/ColorField.tsx';
import { NumberUnit } from '../../parts/NumberUnit.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { useEditor, useEditorState } from '../../session/use-editor.ts';
import { colorsId, useElements } from '../elements-context.ts';
import { iconOf } from '../Head.tsx';
import { useTextStyle } from '../text/use-text-style.ts';
import { useProperty } from '../use-property.ts';
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

/** The colour of letters where all are texts, otherwise that of all areas. */
function SharedColor() {
  const { t } = useTranslation();
  const elements = useElements();
  const text = useTextStyle();
  const areas = useProperty('fill');
  const isText = elements.every((element) => 'paragraphs' in element);
  const value = isText ? text.style.fill : areas.value;
  if (value === undefined) return null;
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.many.shared')}</h2>
      <ColorField
        label={t('editorInspector.color')}
        property="fill"
        value={value}
        list={colorsId}
        onChange={(color, gesture) => (isText ? text.set('fill', color, gesture) : areas.set(color, gesture))}
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
