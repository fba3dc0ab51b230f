import { useTranslation } from 'react-i18next';
import { boundsOfBoxes, boxInside, boxOnPage, type EditorState, selected } from '../model/index.ts';
import { NumberUnit } from '../parts/NumberUnit.tsx';
import { useEditor, useEditorState } from '../session/use-editor.ts';
import { NumberOf } from './controls.tsx';
import { elementsOf } from './elements.ts';

const cornerOf = (state: EditorState): { x: number; y: number } => {
  const boxes = selected(state).map(({ element, placement }) => boxOnPage(placement, element));
  const { left, top } = boundsOfBoxes(boxes);
  return { x: left, y: top };
};

/** Where the selected elements stand together. A new place moves all of them. */
function PlaceOfAll() {
  const { t } = useTranslation();
  const session = useEditor();
  const corner = useEditorState(cornerOf, (a, b) => a.x === b.x && a.y === b.y);
  const moveTo = (axis: 'x' | 'y') => (value: number, gesture: string) => {
    const by = value - corner[axis];
    const boxes = selected(session.state).map(({ element, placement }) => {
      const onPage = boxOnPage(placement, element);
      const { x, y } = boxInside(placement, { ...onPage, [axis]: onPage[axis] + by });
      return [element.id, { x, y }];
    });
    session.run('move', { boxes: Object.fromEntries(boxes), gesture });
  };
  return (
    <>
      <NumberUnit
        label="X"
        name={t('editorInspector.place.x')}
        property="x"
        unit="pt"
        hidesUnit
        value={corner.x}
        onChange={moveTo('x')}
      />
      <NumberUnit
        label="Y"
        name={t('editorInspector.place.y')}
        property="y"
        unit="pt"
        hidesUnit
        value={corner.y}
        onChange={moveTo('y')}
      />
    </>
  );
}

/** Where the selected elements stand, how large they are, and how far they are turned. */
export function Place() {
  const { t } = useTranslation();
  const isLocked = useEditorState((state) => elementsOf(state).every(({ locked }) => locked));
  const areMany = useEditorState((state) => elementsOf(state).length > 1);
  const place = { unit: 'pt', hidesUnit: true, disabled: isLocked } as const;
  const size = { ...place, min: 0, max: 100_000 };
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.place.title')}</h2>
      <div className="g4">
        {areMany ? (
          <PlaceOfAll />
        ) : (
          <>
            <NumberOf of="x" label="X" name={t('editorInspector.place.x')} {...place} />
            <NumberOf of="y" label="Y" name={t('editorInspector.place.y')} {...place} />
          </>
        )}
        <NumberOf
          of="width"
          label={t('editorInspector.place.w')}
          name={t('editorInspector.place.width')}
          {...size}
        />
        <NumberOf
          of="height"
          label={t('editorInspector.place.h')}
          name={t('editorInspector.place.height')}
          {...size}
        />
      </div>
      <div className="g2">
        <NumberOf
          of="rotation"
          label={t('editorInspector.place.turned')}
          unit="°"
          min={-3_600}
          max={3_600}
          disabled={isLocked}
        />
        <NumberOf
          of="opacity"
          label={t('editorInspector.place.opacity')}
          unit="%"
          factor={100}
          digits={0}
          min={0}
          max={100}
        />
      </div>
    </section>
  );
}
