import { brandOf, designLimits } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EditorIcon } from '../icons.tsx';
import { currentPage, type PageSize, pageSizeLabel, pageSizes, sizeOf } from '../model/index.ts';
import { ImagePicker } from '../panels/images/ImagePicker.tsx';
import { usePicture } from '../panels/images/use-picture.ts';
import { ColorField } from '../parts/ColorField.tsx';
import { NumberUnit } from '../parts/NumberUnit.tsx';
import { SelectUnit } from '../parts/SelectUnit.tsx';
import { Toggle } from '../parts/Toggle.tsx';
import { useEditor, useEditorState, useView } from '../session/use-editor.ts';
import { BrandPart } from './BrandPart.tsx';
import { colorsId, isSameList } from './elements.ts';
import { Guides } from './Guides.tsx';
import { PaperSwatches } from './PaperSwatches.tsx';

function PagePicture({ assetId }: { assetId: string }) {
  const picture = usePicture({ kind: 'asset', assetId }, true);
  return picture.state === 'there' ? <img src={picture.url} alt="" /> : null;
}

/** The page, when nothing on it is selected: its size, its paper and its guides. */
export function PagePart() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const page = useEditorState(currentPage);
  const number = useEditorState(
    ({ design, pageId }) => design.pages.findIndex(({ id }) => id === pageId) + 1,
  );
  const colors = useEditorState(({ design }) => brandOf(design).colors, isSameList);
  const hasRulers = useView((view) => view.hasRulers);
  const isSnapping = useView((view) => view.isSnapping);
  const isOnGrid = useView((view) => view.isOnGrid);
  const [isChoosing, setIsChoosing] = useState(false);
  const { width, height, background } = page;
  const size = sizeOf(page) ?? 'own';
  const sides = { unit: 'pt' as const, ...designLimits.pageSide };
  const sizes = Object.keys(pageSizes) as PageSize[];
  return (
    <>
      <div className="what">
        <EditorIcon name="pages" />
        <span>{t('editorScreen.page', { number: format.count(number) })}</span>
      </div>
      <section className="not-phone">
        <h2>{t('editorInspector.page.title')}</h2>
        <SelectUnit<PageSize | 'own'>
          label={t('editorInspector.page.size')}
          property="page"
          value={size}
          options={[
            ...sizes.map((value) => ({ value, label: t(pageSizeLabel(value)) })),
            ...(size === 'own' ? [{ value: 'own' as const, label: t('editorInspector.page.own') }] : []),
          ]}
          onChange={(value) => value === 'own' || session.run('page.resize', { size: value })}
        />
        <div className="g2">
          <NumberUnit
            label={t('editorInspector.place.w')}
            name={t('editorInspector.place.width')}
            property="page.width"
            value={width}
            {...sides}
            onChange={(value, gesture) => session.run('page.resize', { width: value, height, gesture })}
          />
          <NumberUnit
            label={t('editorInspector.place.h')}
            name={t('editorInspector.place.height')}
            property="page.height"
            value={height}
            {...sides}
            onChange={(value, gesture) => session.run('page.resize', { width, height: value, gesture })}
          />
        </div>
      </section>
      <section className="not-phone">
        <h2>{t('editorInspector.page.paper')}</h2>
        <ColorField
          label={t('editorInspector.color')}
          name={t('editorInspector.page.paperColor')}
          property="page.background"
          value={background.color}
          list={colorsId}
          onChange={(color, gesture) => session.run('page.background', { color, gesture })}
          onClear={() => session.run('page.background', { color: null })}
        />
        <div className="page-picture">
          {background.assetId ? <PagePicture assetId={background.assetId} /> : null}
          <Button kind="line" size="small" onClick={() => setIsChoosing(true)}>
            {t(background.assetId ? 'editorInspector.image.replace' : 'editorInspector.page.addPicture')}
          </Button>
          {background.assetId ? (
            <Button
              kind="bare"
              size="small"
              onClick={() => session.run('page.background', { assetId: null })}
            >
              {t('editorInspector.page.noPicture')}
            </Button>
          ) : null}
        </div>
      </section>
      <section className="not-phone">
        <h2>{t('editorInspector.page.colors')}</h2>
        <PaperSwatches colors={colors.slice(0, 24)} />
        <p className="hint">{t('editorInspector.page.colorsHint')}</p>
      </section>
      <section className="not-phone">
        <h2>{t('editorInspector.page.guides')}</h2>
        <div className="choices">
          <Toggle
            property="hasRulers"
            value={hasRulers}
            onChange={(value) => session.setView({ hasRulers: value })}
          >
            {t('editorInspector.page.rulers')}
          </Toggle>
          <Toggle
            property="isSnapping"
            value={isSnapping}
            onChange={(value) => session.setView({ isSnapping: value })}
          >
            {t('editorInspector.page.snap')}
          </Toggle>
          <Toggle
            property="isOnGrid"
            value={isOnGrid}
            onChange={(value) => session.setView({ isOnGrid: value })}
          >
            {t('editorInspector.page.grid')}
          </Toggle>
        </div>
        <Guides />
      </section>
      <section className="not-phone">
        <h2>{t('editorInspector.page.template')}</h2>
        <button type="button" className="link" onClick={() => session.setView({ sheet: 'details' })}>
          {t('editorInspector.page.details')}
        </button>
      </section>
      {/* Last, because it comes after the template and would move what stands below it. */}
      <BrandPart />
      {isChoosing ? (
        <ImagePicker
          onClose={() => setIsChoosing(false)}
          onChoose={({ source }) => {
            if (source.kind === 'asset') session.run('page.background', { assetId: source.assetId });
          }}
        />
      ) : null}
    </>
  );
}
