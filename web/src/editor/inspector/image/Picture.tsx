import type { ImageElement } from '@sello/contracts';
import { organizationImages, studentImages } from '@sello/design';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { deferDialog } from '../../../ui/dialog/deferDialog.tsx';
import { ImagePicker } from '../../panels/images/ImagePicker.tsx';
import { NumberUnit } from '../../parts/NumberUnit.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { SelectUnit } from '../../parts/SelectUnit.tsx';
import { Toggle } from '../../parts/Toggle.tsx';
import { useEditor, useView } from '../../session/use-editor.ts';
import { SegmentsOf } from '../controls.tsx';
import { useElements } from '../elements.ts';
import type { CropSheetProps } from './CropSheet.tsx';
import { wholePicture } from './crop.ts';
import { cropWith, resolutionOf, zoomed, zoomOf } from './resolution.ts';
import { type ImageFacts, useImageFacts } from './use-image-facts.ts';

const CropSheet = deferDialog<CropSheetProps>(async () => (await import('./CropSheet.tsx')).CropSheet);

/** Below this a print looks soft, in pixels per inch. */
const leastResolution = 150;
const variables = [...organizationImages, ...studentImages.keys()];

interface Props {
  element: ImageElement;
  /** Null while it is fetched, or when there is none. */
  facts: ImageFacts | null;
}

function Source({ element, facts }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const [isChoosing, setIsChoosing] = useState(false);
  const { source } = element;
  const set = (next: ImageElement['source']) => session.run('setProperty', { properties: { source: next } });
  const dots = facts && !facts.isVector ? Math.round(resolutionOf(element, facts)) : null;
  const isSoft = dots !== null && dots < leastResolution;
  const offered = source.kind === 'variable' ? new Set([source.name, ...variables]) : variables;
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.image.title')}</h2>
      <div className="picture">
        <span className="picture-of">{facts ? <img src={facts.url} alt="" /> : null}</span>
        <div>
          <p className="hint num">
            {facts?.isVector
              ? t('editorInspector.image.vector')
              : facts
                ? t('editorInspector.image.pixels', {
                    size: `${format.count(facts.width)} × ${format.count(facts.height)}`,
                  })
                : t('editorInspector.image.unknown')}
          </p>
          {dots === null ? null : (
            <p className={isSoft ? 'hint num warn' : 'hint num'}>
              {t(isSoft ? 'editorInspector.image.soft' : 'editorInspector.image.dots', {
                dots: format.count(dots),
              })}
            </p>
          )}
          <Button kind="line" size="small" onClick={() => setIsChoosing(true)}>
            {t('editorInspector.image.replace')}
          </Button>
        </div>
      </div>
      <SelectUnit
        label={t('editorInspector.image.from')}
        property="source"
        value={source.kind === 'variable' ? source.name : '*'}
        options={[
          ...(source.kind === 'asset' ? [{ value: '*', label: t('editorInspector.image.stored') }] : []),
          ...[...offered].map((name) => ({ value: name, label: name })),
        ]}
        onChange={(name) => name === '*' || set({ kind: 'variable', name })}
      />
      <div className="gap">
        <SegmentsOf
          of="fit"
          label={t('editorInspector.image.fit')}
          options={(['contain', 'cover', 'stretch'] as const).map((value) => ({
            value,
            label: t(`editorInspector.image.fits.${value}`),
          }))}
        />
      </div>
      {isChoosing ? (
        <ImagePicker
          hasVariables
          onClose={() => setIsChoosing(false)}
          onChoose={(image) => set(image.source)}
        />
      ) : null}
    </section>
  );
}

function CutOut({ element, facts }: Props) {
  const { t } = useTranslation();
  const session = useEditor();
  const isCropping = useView((view) => view.croppingId === element.id);
  const { crop, mask, flip } = element;
  const setCrop = (next: ImageElement['crop'], gesture?: string) =>
    session.run('setProperty', { properties: { crop: next }, ...(gesture !== undefined && { gesture }) });
  const shapes = {
    rectangle: { shape: 'rectangle' },
    rounded: { shape: 'rounded', radius: Math.min(element.width, element.height) / 10 },
    ellipse: { shape: 'ellipse' },
  } as const satisfies Record<ImageElement['mask']['shape'], ImageElement['mask']>;
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.image.cutOut')}</h2>
      <Segments
        label={t('editorInspector.image.mask')}
        property="mask shape"
        value={mask.shape}
        options={(['rectangle', 'rounded', 'ellipse'] as const).map((value) => ({
          value,
          content: t(`editorInspector.image.masks.${value}`),
        }))}
        onChange={(shape) => session.run('setProperty', { properties: { mask: shapes[shape] } })}
      />
      <div className="g2 gap-s">
        <NumberUnit
          label={t('editorInspector.image.zoom')}
          property="crop"
          unit="%"
          digits={0}
          value={zoomOf(crop) * 100}
          min={100}
          max={10_000}
          onChange={(value, gesture) => setCrop(zoomed(crop, value / 100), gesture)}
        />
        {'radius' in mask ? (
          <NumberUnit
            label={t('editorInspector.shape.radius')}
            property="mask radius"
            unit="pt"
            value={mask.radius}
            min={0}
            max={100_000}
            onChange={(radius, gesture) =>
              session.run('setProperty', { properties: { mask: { ...mask, radius } }, gesture })
            }
          />
        ) : null}
      </div>
      <div className="g4">
        {(['x', 'y', 'width', 'height'] as const).map((name) => (
          <NumberUnit
            key={name}
            label={
              { x: 'X', y: 'Y', width: t('editorInspector.place.w'), height: t('editorInspector.place.h') }[
                name
              ]
            }
            name={t(`editorInspector.image.crop.${name}`)}
            property="crop"
            unit="%"
            digits={1}
            value={crop[name] * 100}
            min={0}
            max={100}
            onChange={(value, gesture) => setCrop(cropWith(crop, name, value / 100), gesture)}
          />
        ))}
      </div>
      <div className="choices">
        {(['horizontal', 'vertical'] as const).map((name) => (
          <Toggle
            key={name}
            property="flip"
            value={flip[name]}
            onChange={(value) =>
              session.run('setProperty', { properties: { flip: { ...flip, [name]: value } } })
            }
          >
            {t(`editorInspector.image.flip.${name}`)}
          </Toggle>
        ))}
      </div>
      <div className="acts-row">
        <Button size="small" disabled={!facts} onClick={() => session.setView({ croppingId: element.id })}>
          {t('editorInspector.image.frame.open')}
        </Button>
        {crop.width < 1 || crop.height < 1 ? (
          <Button kind="bare" size="small" onClick={() => setCrop(wholePicture)}>
            {t('editorInspector.image.whole')}
          </Button>
        ) : null}
      </div>
      {isCropping && facts ? (
        <CropSheet
          facts={facts}
          crop={crop}
          onCrop={(next) => setCrop(next)}
          onClose={() => session.setView({ croppingId: null })}
        />
      ) : null}
    </section>
  );
}

function PictureOf({ element }: { element: ImageElement }) {
  const facts = useImageFacts(element.source);
  return (
    <>
      <Source element={element} facts={facts} />
      <CutOut element={element} facts={facts} />
    </>
  );
}

/** Which picture an image shows, how sharp it prints, and which part of it is seen. */
export function Picture() {
  const [element] = useElements();
  return element && 'crop' in element ? <PictureOf element={element} /> : null;
}
