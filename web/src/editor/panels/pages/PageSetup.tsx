import { designLimits } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { currentPage } from '../../model/index.ts';
import { ColorField } from '../../parts/ColorField.tsx';
import { NumberUnit } from '../../parts/NumberUnit.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { SelectUnit } from '../../parts/SelectUnit.tsx';
import { useEditor, useEditorState } from '../../session/use-editor.ts';
import { ImagePicker } from '../images/ImagePicker.tsx';
import { usePicture } from '../images/use-picture.ts';
import {
  type Orientation,
  orientationOf,
  type Paper,
  paperOf,
  papers,
  sidesOf,
  toPoints,
  toUnit,
  type Unit,
  units,
} from './paper.ts';

const orientations: readonly Orientation[] = ['portrait', 'landscape'];

/** The size of the page that is shown. */
function PageSize() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const width = useEditorState((state) => currentPage(state).width);
  const height = useEditorState((state) => currentPage(state).height);
  const [unit, setUnit] = useState<Unit>('mm');
  const [isRefused, setRefused] = useState(false);
  const paper = paperOf({ width, height });
  const { min, max } = designLimits.pageSide;
  const resize = (sides: { width: number; height: number }) => {
    const isPossible = Object.values(sides).every((side) => side >= min && side <= max);
    setRefused(!isPossible);
    if (isPossible) session.run('page.resize', sides);
  };
  const sides = (
    [
      ['width', 'w'],
      ['height', 'h'],
    ] as const
  ).map(([side, short]) => (
    <NumberUnit
      key={side}
      label={t(`editorInspector.place.${short}`)}
      name={t(`editorInspector.place.${side}`)}
      property={`page.${side}`}
      unit={unit}
      hidesUnit
      value={toUnit(side === 'width' ? width : height, unit)}
      digits={unit === 'mm' ? 1 : 2}
      onChange={(value) => resize({ width, height, [side]: toPoints(value, unit) })}
    />
  ));
  return (
    <>
      <SelectUnit<Paper | 'own'>
        label={t('editorInspector.page.size')}
        property="page"
        value={paper}
        options={[...papers, ...(paper === 'own' ? (['own'] as const) : [])].map((value) => ({
          value,
          label: t(`editorPanels.pages.papers.${value}`),
        }))}
        onChange={(value) => value === 'own' || resize(sidesOf(value, { width, height }))}
      />
      <Segments<Orientation>
        label={t('editorPanels.pages.orientation')}
        property="page.orientation"
        value={orientationOf({ width, height })}
        options={orientations.map((value) => ({
          value,
          content: t(`editorPanels.pages.orientations.${value}`),
        }))}
        onChange={(value) => {
          const now = orientationOf({ width, height });
          if (now !== null && now !== value) resize({ width: height, height: width });
        }}
      />
      <div className="page-sides">
        {sides}
        <Segments<Unit>
          label={t('editorPanels.pages.unit')}
          property="page.unit"
          value={unit}
          options={units.map((value) => ({ value, content: value }))}
          onChange={setUnit}
        />
      </div>
      {isRefused ? (
        <p className="hint bad" role="alert">
          {t('editorPanels.pages.limits', {
            min: format.number(toUnit(min, unit)),
            max: format.number(toUnit(max, unit)),
            unit,
          })}
        </p>
      ) : null}
    </>
  );
}

function Picture({ assetId }: { assetId: string }) {
  const picture = usePicture({ kind: 'asset', assetId }, true);
  return picture.state === 'there' ? <img src={picture.url} alt="" /> : null;
}

/** The colour and the image below everything on the page that is shown. */
function PagePaper() {
  const { t } = useTranslation();
  const session = useEditor();
  const { color, assetId } = useEditorState((state) => currentPage(state).background);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <ColorField
        label={t('editorInspector.color')}
        name={t('editorInspector.page.paperColor')}
        property="page.background"
        value={color}
        onChange={(next, gesture) => session.run('page.background', { color: next, gesture })}
        onClear={() => session.run('page.background', { color: null })}
      />
      <div className="page-image">
        {assetId ? <Picture key={assetId} assetId={assetId} /> : null}
        <Button kind="line" size="small" onClick={() => setChoosing(true)}>
          {t(assetId ? 'editorInspector.image.replace' : 'editorInspector.page.addPicture')}
        </Button>
        {assetId ? (
          <Button kind="bare" size="small" onClick={() => session.run('page.background', { assetId: null })}>
            {t('editorInspector.page.noPicture')}
          </Button>
        ) : null}
      </div>
      {isChoosing ? (
        <ImagePicker
          onClose={() => setChoosing(false)}
          onChoose={({ source }) => {
            if (source.kind === 'asset') session.run('page.background', { assetId: source.assetId });
          }}
        />
      ) : null}
    </>
  );
}

/** Size and paper of the page that is shown. */
export function PageSetup() {
  const { t } = useTranslation();
  const format = useFormat();
  const number = useEditorState(
    ({ design, pageId }) => design.pages.findIndex(({ id }) => id === pageId) + 1,
  );
  return (
    <div className="page-setup">
      <h3>{t('editorScreen.page', { number: format.count(number) })}</h3>
      <PageSize />
      <PagePaper />
    </div>
  );
}
