import { limits, type Signatory } from '@sello/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { deferDialog } from '../../../ui/dialog/deferDialog.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import type { SignatureDialogProps } from './SignatureDialog.tsx';
import { SignaturePicture } from './SignaturePicture.tsx';
import { useSignatureUpload } from './useSignatureUpload.ts';

const SignatureDialog = deferDialog<SignatureDialogProps>(
  async () => (await import('./SignatureDialog.tsx')).SignatureDialog,
);

interface RowProps {
  tenantId: string;
  place: number;
  last: number;
  signatory: Signatory;
  onChange: (signatory: Signatory) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function Row({ tenantId, place, last, signatory, onChange, onMove, onRemove }: RowProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isDrawing, setIsDrawing] = useState(false);
  const { take, isUploading, problem } = useSignatureUpload(tenantId, (signature) =>
    onChange({ ...signatory, signature }),
  );
  const { name, role, signature } = signatory;
  const number = place + 1;
  const without = () => {
    const { signature: _, ...rest } = signatory;
    onChange(rest);
  };
  return (
    <li className="signatory">
      <div className="signatory-names">
        <TextField
          name={`signatories.${place}.name`}
          label={t('settings.general.signatories.name', { number })}
          value={name}
          onChange={(event) => onChange({ ...signatory, name: event.target.value })}
          required
          maxLength={limits.signatoryText}
          autoComplete="off"
        />
        <TextField
          name={`signatories.${place}.role`}
          label={t('settings.general.signatories.role')}
          value={role}
          onChange={(event) => onChange({ ...signatory, role: event.target.value })}
          maxLength={limits.signatoryText}
          autoComplete="off"
        />
      </div>
      <div className="signatory-sign">
        {signature ? (
          <SignaturePicture tenantId={tenantId} assetId={signature} name={name} />
        ) : (
          <p className="mute small">{t('settings.general.signatories.byHand')}</p>
        )}
        {problem ? (
          <p className="hint bad" role="alert">
            <Icon name="bang" />
            <span>{problem}</span>
          </p>
        ) : null}
        <div className="row">
          <Button kind="line" size="small" onClick={() => setIsDrawing(true)}>
            {t('settings.general.signatories.draw')}
          </Button>
          <Button
            kind="line"
            size="small"
            icon="upload"
            working={isUploading}
            onClick={() => input.current?.click()}
          >
            {t('settings.general.signatories.upload')}
          </Button>
          {signature ? (
            <Button kind="bare" size="small" onClick={without}>
              {t('settings.general.signatories.removeSignature')}
            </Button>
          ) : null}
        </div>
      </div>
      <div className="signatory-acts">
        <IconButton
          icon="up"
          label={t('settings.general.signatories.up', { number })}
          disabled={place === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon="down"
          label={t('settings.general.signatories.down', { number })}
          disabled={place === last}
          onClick={() => onMove(1)}
        />
        <IconButton
          icon="trash"
          label={t('settings.general.signatories.remove', { number })}
          onClick={onRemove}
        />
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        aria-label={t('settings.general.signatories.upload')}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) take(file);
        }}
      />
      {isDrawing ? <SignatureDialog name={name} onDrawn={take} onClose={() => setIsDrawing(false)} /> : null}
    </li>
  );
}

interface Props {
  tenantId: string;
  value: readonly Signatory[];
  error: string | undefined;
  onChange: (signatories: Signatory[]) => void;
}

/** Who signs the certificates, in the order in which the lines are filled. */
export function SignatoriesField({ tenantId, value, error, onChange }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const move = (from: number, by: -1 | 1) => {
    const moved = [...value];
    const [one] = moved.splice(from, 1);
    moved.splice(from + by, 0, one!);
    onChange(moved);
  };
  return (
    <div ref={list} className="signatories">
      {value.length === 0 ? <p className="mute">{t('settings.general.signatories.none')}</p> : null}
      <ol>
        {value.map((signatory, place) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; what is in it is the form's.
            key={place}
            {...{ tenantId, place, signatory }}
            last={value.length - 1}
            onChange={(next) => onChange(value.map((one, at) => (at === place ? next : one)))}
            onMove={(by) => move(place, by)}
            onRemove={() => onChange(value.filter((_, at) => at !== place))}
          />
        ))}
      </ol>
      {error ? (
        <p className="hint bad" role="alert">
          <Icon name="bang" />
          <span>{error}</span>
        </p>
      ) : null}
      {value.length < limits.signatories ? (
        <Button
          kind="line"
          size="small"
          icon="plus"
          onClick={() => {
            onChange([...value, { name: '', role: '' }]);
            const field = `[name="signatories.${value.length}.name"]`;
            requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>(field)?.focus());
          }}
        >
          {t('settings.general.signatories.add')}
        </Button>
      ) : (
        <p className="hint">{t('settings.general.signatories.most', { max: limits.signatories })}</p>
      )}
    </div>
  );
}
