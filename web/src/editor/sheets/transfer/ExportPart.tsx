import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/index.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useStarted } from '../../../state/useStarted.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FaultText } from '../../session/FaultText.tsx';
import { type Fault, faultOf } from '../../session/fault-place.ts';
import { useEditor } from '../../session/use-editor.ts';
import { saveJson, savePdf, savePng } from './export-file.ts';

const scales = [96, 150, 300, 600] as const;
const formats = ['pdf', 'png', 'json'] as const;
type Format = (typeof formats)[number];

/** Saves the template as a PDF, as a picture of its page, or as a file for another organization. */
export function ExportPart({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const [scale, setScale] = useState<number>(300);
  const [saved, setSaved] = useState<Format>();
  const { start, isPending } = useStarted();
  const [fault, setFault] = useState<Fault>();
  const save = (kind: Format): void => {
    setSaved(kind);
    setFault(undefined);
    const work = { pdf: savePdf, png: () => savePng(session, scale), json: saveJson }[kind];
    start(
      () => work(session),
      () => undefined,
      (error) => {
        if (error instanceof ApiError) return setFault(faultOf(error, session, { t, format }));
        const isTooLarge = error instanceof RangeError;
        setFault({ text: t(`editorSheets.transfer.${isTooLarge ? 'tooLarge' : 'notDone'}`), show: null });
      },
    );
  };
  return (
    <section>
      <h3>{t('editorSheets.transfer.export')}</h3>
      <ul className="formats">
        {formats.map((kind) => (
          <li key={kind}>
            <div>
              <b>{t(`editorSheets.transfer.${kind}`)}</b>
              <small>{t(`editorSheets.transfer.${kind}Text`)}</small>
              {kind === 'png' ? (
                <label className="scale">
                  {t('editorSheets.transfer.scale')}
                  <select
                    className="select"
                    value={scale}
                    onChange={({ target }) => setScale(Number(target.value))}
                  >
                    {scales.map((one) => (
                      <option key={one} value={one}>
                        {format.count(one)}
                      </option>
                    ))}
                  </select>
                </label>
              ) : null}
            </div>
            <Button
              kind="line"
              size="small"
              icon="save"
              aria-label={`${t('editorSheets.transfer.save')}: ${t(`editorSheets.transfer.${kind}`)}`}
              working={isPending && saved === kind}
              disabled={isPending && saved !== kind}
              onClick={() => save(kind)}
            >
              {t('editorSheets.transfer.save')}
            </Button>
          </li>
        ))}
      </ul>
      <p className="hint bad" role="alert">
        {fault ? <FaultText fault={fault} onShown={onDone} /> : null}
      </p>
    </section>
  );
}
