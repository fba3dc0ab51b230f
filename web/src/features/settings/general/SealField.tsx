import { initialOf } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { contrastOnPaper, leastContrast, readColor, usualSealColor } from './seal-color.ts';

interface Props {
  publicName: string;
  /** As it is in the form; empty while the designs' own colours are printed. */
  value: string;
  error: string | undefined;
  onChange: (color: string | null) => void;
}

/** The lobes of a seal around the origin, as certificates print it. */
const edge = Array.from({ length: 24 }, (_, lobe) => {
  const at = (turn: number, radius: number) => {
    const angle = ((lobe + turn) / 24) * 2 * Math.PI;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `${lobe === 0 ? `M${at(-0.5, 47)}` : ''}Q${at(0, 53)} ${at(0.5, 47)}`;
}).join('');

/** The colour of the seal, and how the seal looks in it. */
export function SealField({ publicName, value, error, onChange }: Props) {
  const { t } = useTranslation();
  const color = readColor(value);
  const shown = color ?? usualSealColor;
  const isPale = color !== null && contrastOnPaper(color) < leastContrast;
  return (
    <div className="seal-field">
      <span className="pic">
        <svg viewBox="-55 -55 110 110" role="img" aria-label={t('settings.general.seal.preview')}>
          <path d={`${edge}Z`} fill={shown} />
          <circle r="38" fill="none" stroke="#fffefa" strokeWidth="1.6" />
          <text y="16" textAnchor="middle" fill="#fffefa" fontSize="46" className="seal-initial">
            {initialOf(publicName)}
          </text>
        </svg>
      </span>
      <div>
        <div className="seal-color">
          <input
            type="color"
            className="seal-swatch"
            aria-label={t('settings.general.seal.choose')}
            value={shown}
            onChange={(event) => onChange(event.target.value)}
          />
          <TextField
            name="sealColor"
            label={t('settings.general.seal.color')}
            hint={t(isPale ? 'settings.general.seal.pale' : 'settings.general.seal.hint')}
            error={error}
            value={value}
            placeholder={usualSealColor.toUpperCase()}
            maxLength={9}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value.trim() === '' ? null : event.target.value)}
          />
        </div>
        {value === '' ? null : (
          <Button kind="bare" size="small" onClick={() => onChange(null)}>
            {t('settings.general.seal.own')}
          </Button>
        )}
      </div>
    </div>
  );
}
