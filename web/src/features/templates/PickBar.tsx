import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';

interface Props {
  selected: number;
  total: number;
  onToggleAll: () => void;
  onClear: () => void;
  onDelete: () => void;
}

/** Selects all or none, and deletes what is selected. */
export function PickBar({ selected, total, onToggleAll, onClear, onDelete }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const number = format.count(selected);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset stands for fields of a form.
    <div className="pickbar" role="group" aria-label={t('templates.selection')}>
      <label className="choice">
        <input
          type="checkbox"
          checked={selected === total}
          ref={(box) => {
            if (box) box.indeterminate = selected > 0 && selected < total;
          }}
          onChange={onToggleAll}
        />
        <span>
          {selected === 0 ? (
            t('templates.selectAll')
          ) : (
            <Rich
              text={t('templates.selected', { count: selected, number, total: format.count(total) })}
              parts={{ b: <b className="strong num" /> }}
            />
          )}
        </span>
      </label>
      {selected > 0 ? (
        <>
          <button type="button" className="link small" onClick={onClear}>
            {t('templates.clear')}
          </button>
          <Button kind="danger" size="small" icon="trash" className="push" onClick={onDelete}>
            <span className="only-wide">{t('templates.deleteMany', { count: selected, number })}</span>
            <span className="only-narrow">{t('templates.deleteManyShort', { number })}</span>
          </Button>
        </>
      ) : null}
    </div>
  );
}
