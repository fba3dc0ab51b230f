import { csvColumns } from '@sello/contracts';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { Facts } from '../../../ui/facts/Facts.tsx';
import { requiredColumns } from './write.ts';

const otherColumns = csvColumns.filter((column) => !requiredColumns.includes(column)).join(', ');

/** The body of the dialog in which a file is chosen or dropped. */
export function ChooseFile({
  fault,
  onFile,
}: {
  fault: string | undefined;
  onFile: (file: File | undefined) => void;
}) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <div className="body">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same. */}
      <div
        className={over ? 'drop is-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Button icon="upload" onClick={() => input.current?.click()}>
          {t('studentImport.choose')}
        </Button>
        <p className="mute">{t('studentImport.orDrop')}</p>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          onChange={(event) => {
            onFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <p className="hint bad" role="alert">
        {fault}
      </p>
      <Facts
        facts={[
          { term: t('studentImport.has'), value: requiredColumns.join(', ') },
          { term: t('studentImport.may'), value: t('studentImport.columns', { columns: otherColumns }) },
          { term: t('studentImport.known'), value: t('studentImport.knownBy') },
        ]}
      />
    </div>
  );
}
