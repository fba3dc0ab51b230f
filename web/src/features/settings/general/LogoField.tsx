import type { Asset } from '@sello/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Mark } from '../../../ui/mark/Mark.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { useLogoUpload } from './useLogoUpload.ts';

interface Props {
  tenantId: string;
  /** As it is in the form; its first letter stands where a logo would. */
  publicName: string;
  /** The saved one. */
  saved: string | undefined;
  /** The one to be saved: null removes it, undefined leaves it. */
  chosen: string | null | undefined;
  onChoose: (logoUrl: string | null) => void;
}

/** The logo as it is or will be, and what can be done with it. */
export function LogoField({ tenantId, publicName, saved, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [asset, setAsset] = useState<Asset>();
  const [sides, setSides] = useState<{ of: string; width: number; height: number }>();
  const { uploading, problem, take, cancel, forget } = useLogoUpload(tenantId, (made) => {
    setAsset(made);
    if (made.logoUrl) onChoose(made.logoUrl);
  });
  const shown = chosen === undefined ? saved : (chosen ?? undefined);
  const isNew = shown !== undefined && shown !== saved;
  const own = isNew && asset?.logoUrl === shown ? asset : undefined;
  const facts = [
    ...(sides && sides.of === shown
      ? [t('settings.general.logo.pixels', { width: sides.width, height: sides.height })]
      : []),
    ...(own ? [format.bytes(own.size)] : []),
  ];
  const choose = shown ? (problem ? 'another' : 'replace') : problem ? 'another' : 'choose';
  return (
    <div className="logo-field">
      <span className={shown ? 'pic' : 'pic pic--none'}>
        {shown ? (
          <img
            src={shown}
            alt={t(isNew ? 'settings.general.logo.new' : 'settings.general.logo.inUse')}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSides({ of: shown, width: naturalWidth, height: naturalHeight })
            }
          />
        ) : (
          <Mark publicName={publicName} size={64} />
        )}
      </span>
      <div>
        {uploading ? (
          <p role="status">
            {t('settings.general.logo.uploading', { name: '' })}
            <Name text={uploading} strong />
          </p>
        ) : shown ? (
          <>
            <p className="strong">{own ? <Name text={own.fileName} /> : t('settings.general.logo.inUse')}</p>
            <p className="mute small num facts-line">{facts.join(', ')}</p>
          </>
        ) : (
          <p className="mute">{t(saved ? 'settings.general.logo.removed' : 'settings.general.logo.none')}</p>
        )}
        {problem ? (
          <p className="hint bad" role="alert">
            <Icon name="bang" />
            <span>{problem}</span>
          </p>
        ) : null}
        <div className="row logo-acts">
          <Button
            ref={button}
            kind="line"
            size="small"
            icon="upload"
            working={uploading !== undefined}
            onClick={() => input.current?.click()}
          >
            {t(`settings.general.logo.${choose}`)}
          </Button>
          {uploading ? (
            <Button kind="bare" size="small" onClick={cancel}>
              {t('settings.general.logo.cancel')}
            </Button>
          ) : shown ? (
            <Button
              kind="bare"
              size="small"
              onClick={() => {
                onChoose(null);
                forget();
                // This button goes with the logo.
                button.current?.focus();
              }}
            >
              {t('settings.general.logo.remove')}
            </Button>
          ) : null}
        </div>
        <p className="hint">{t('settings.general.logo.hint')}</p>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={t('settings.general.logo.title')}
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) take(file);
            event.target.value = '';
          }}
        />
      </div>
    </div>
  );
}
