import { designLimits, type TableElement } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { EditorIcon, type EditorIconName } from '../../icons.tsx';
import { ContentField } from '../../parts/ContentField.tsx';
import { NumberUnit } from '../../parts/NumberUnit.tsx';
import { SelectUnit } from '../../parts/SelectUnit.tsx';
import { mixed } from '../../parts/shared.ts';
import { ColorOf, ContentOf, mapShared, NumberOf, SegmentsOf, ToggleOf } from '../controls.tsx';
import { useWeights } from '../text/Letters.tsx';
import { useProperty } from '../use-property.ts';

type Column = TableElement['columns'][number];

const alignIcons: Record<Column['align'], EditorIconName> = {
  ...{ start: 'textLeft', center: 'textCentre', end: 'textRight' },
};
const nextAlign = { start: 'center', center: 'end', end: 'start' } as const;

/** From which value a table is made, and where its rows and cells end. */
export function Rows() {
  const { t } = useTranslation();
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.table.rows')}</h2>
      <ContentOf of="rows" label={t('editorInspector.table.from')} maxLength={designLimits.textLength} />
      <div className="g2">
        <ContentOf of="rowSeparator" label={t('editorInspector.table.rowSeparator')} maxLength={5} />
        <ContentOf of="columnSeparator" label={t('editorInspector.table.columnSeparator')} maxLength={5} />
      </div>
      <p className="hint">{t('editorInspector.table.about')}</p>
    </section>
  );
}

/** The columns: heads, widths, order. */
export function Columns() {
  const { t } = useTranslation();
  const format = useFormat();
  const { value, set } = useProperty('columns');
  if (value === undefined || value === mixed) return null;
  const sum = value.reduce((all, { share }) => all + share, 0);
  const change = (index: number, part: Partial<Column>) =>
    set(value.with(index, { ...(value[index] as Column), ...part }));
  const move = (index: number, by: 1 | -1) => {
    const column = value[index] as Column;
    set(value.toSpliced(index, 1).toSpliced(index + by, 0, column));
  };
  /** The share that makes a column as wide as a part of the whole. */
  const shareFor = (column: Column, percent: number): number => {
    const others = sum - column.share;
    const part = Math.min(percent, 99) / 100;
    return others === 0 ? column.share : Math.max(0.01, Math.min(1_000, (others * part) / (1 - part)));
  };
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.table.columns')}</h2>
      <ol className="columns" data-property="columns">
        {value.map((column, index) => {
          const number = format.count(index + 1);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
            <li key={index}>
              <ContentField
                label={t('editorInspector.table.head', { number })}
                hideLabel
                property="header"
                value={column.header}
                placeholder={t('editorInspector.table.noHead')}
                maxLength={500}
                onChange={(header) => change(index, { header })}
              />
              <NumberUnit
                label=""
                name={t('editorInspector.table.width', { number })}
                property="share"
                unit="%"
                digits={0}
                value={(column.share / sum) * 100}
                min={1}
                max={99}
                disabled={value.length < 2}
                onChange={(percent) => change(index, { share: shareFor(column, percent) })}
              />
              <span className="acts">
                <button
                  type="button"
                  className="icon-btn"
                  data-property="align"
                  title={t(`editorInspector.table.aligns.${column.align}`)}
                  aria-label={t('editorInspector.table.align', {
                    number,
                    align: t(`editorInspector.table.aligns.${column.align}`),
                  })}
                  onClick={() => change(index, { align: nextAlign[column.align] })}
                >
                  <EditorIcon name={alignIcons[column.align]} />
                </button>
                <IconButton
                  icon="up"
                  label={t('editorInspector.table.up', { number })}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  icon="down"
                  label={t('editorInspector.table.down', { number })}
                  disabled={index === value.length - 1}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  icon="trash"
                  label={t('editorInspector.table.remove', { number })}
                  disabled={value.length < 2}
                  onClick={() => set(value.toSpliced(index, 1))}
                />
              </span>
            </li>
          );
        })}
      </ol>
      <Button
        kind="bare"
        size="small"
        icon="plus"
        onClick={() => set([...value, { header: '', share: sum / value.length, align: 'start' }])}
      >
        {t('editorInspector.table.add')}
      </Button>
    </section>
  );
}

/** Lines, grounds and the row of heads. */
export function Grid() {
  const { t } = useTranslation();
  const { value: family } = useProperty('fontFamily');
  const { value, set } = useProperty('headerWeight');
  const weights = useWeights(family, value);
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.table.look')}</h2>
      <SegmentsOf
        of="lines"
        label={t('editorInspector.table.lines')}
        options={(['none', 'rows', 'grid'] as const).map((one) => ({
          value: one,
          label: t(`editorInspector.table.linesOf.${one}`),
        }))}
      />
      <div className="g2 gap-s">
        <ColorOf of="stroke" label="" name={t('editorInspector.table.lineColor')} />
        <NumberOf
          of="strokeWidth"
          label={t('editorInspector.shape.strokeWidth')}
          unit="pt"
          min={0}
          step={0.5}
        />
        <NumberOf of="padding" label={t('editorInspector.table.padding')} unit="pt" min={0} />
        <ColorOf of="stripe" label="" name={t('editorInspector.table.stripe')} isOptional />
      </div>
      <div className="choices">
        <ToggleOf of="header" label={t('editorInspector.table.header')} />
      </div>
      <div className="g2">
        {value === undefined ? null : (
          <SelectUnit
            label={t('editorInspector.text.weight')}
            name={t('editorInspector.table.headerWeight')}
            property="headerWeight"
            value={mapShared(value, String)}
            options={weights}
            onChange={(weight) => set(Number(weight))}
          />
        )}
        <ColorOf of="headerFill" label="" name={t('editorInspector.table.headerFill')} />
      </div>
      <ColorOf of="headerGround" label={t('editorInspector.table.headerGround')} isOptional />
      <NumberOf
        of="minFontSize"
        label={t('editorInspector.fit.minFontSize')}
        unit="pt"
        placeholder={t('editorInspector.fit.half')}
        {...designLimits.fontSize}
        isOptional
      />
    </section>
  );
}
