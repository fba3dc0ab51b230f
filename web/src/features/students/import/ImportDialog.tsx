import { csvColumns, limits, studentsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { causeOf, textOfCode } from '../../../errors/describe.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { RadioChoice } from '../../../ui/choice/Choice.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Facts } from '../../../ui/facts/Facts.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Ruler } from '../../../ui/progress/Ruler.tsx';
import { saveText } from '../../../ui/save/save.ts';
import { toast } from '../../../ui/toast/queue.ts';
import { ImportResult } from './ImportResult.tsx';
import { decodeCsv, type FileRow, readCsv, requiredColumns } from './read.ts';
import { ImportStopped, type ImportSum, sendRows } from './send.ts';
import { templateCsv } from './write.ts';

interface Chosen {
  name: string;
  rows: FileRow[];
  columns: string[];
  delimiter: string;
}

type Stage =
  | { at: 'choose'; fault?: string }
  | { at: 'ready'; file: Chosen }
  | { at: 'sending'; file: Chosen; sent: number }
  | { at: 'result'; file: Chosen; sum: ImportSum; stopped?: string };

const otherColumns = csvColumns.filter((column) => !requiredColumns.includes(column)).join(', ');

const existingChoices = ['update', 'skip', 'add'] as const;
type Existing = (typeof existingChoices)[number];

/**
 * Imports students from a CSV: choose the file, decide about known ID numbers, follow the progress, read the errors.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: 'choose' });
  const [existing, setExisting] = useState<Existing>('update');

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > limits.csvBytes) {
      setStage({ at: 'choose', fault: t('errors.csv_too_large') });
      return;
    }
    const read = readCsv(decodeCsv(new Uint8Array(await file.arrayBuffer())));
    if (read.ok) setStage({ at: 'ready', file: { name: file.name, ...read } });
    else setStage({ at: 'choose', fault: textOfCode(read.code, read.details, t) });
  };

  const send = async (file: Chosen): Promise<void> => {
    setStage({ at: 'sending', file, sent: 0 });
    let sum: ImportSum;
    let stopped: string | undefined;
    try {
      sum = await sendRows(
        file.rows,
        (students, firstRow) =>
          call(studentsApi, 'import', { body: { students: [...students], existing, firstRow } }),
        (sent) => setStage({ at: 'sending', file, sent }),
      );
    } catch (error) {
      if (!(error instanceof ImportStopped)) throw error;
      sum = error.sum;
      stopped = causeOf(error.cause, t);
    }
    void queries.invalidateQueries({ queryKey: ['students'] });
    const said = t('students.import.sum', {
      success: format.count(sum.success),
      failed: format.count(sum.errors.length),
    });
    if (sum.errors.length === 0 && stopped === undefined) {
      toast({
        tone: 'ok',
        title: t('students.import.done', { count: sum.success, number: format.count(sum.success) }),
      });
      onClose();
      return;
    }
    toast(
      stopped === undefined
        ? { tone: 'warn', title: said }
        : { tone: 'bad', title: t('errors.fallback.students.import'), text: stopped },
    );
    setStage({ at: 'result', file, sum, ...(stopped === undefined ? {} : { stopped }) });
  };

  if (stage.at === 'result') {
    return (
      <ImportResult columns={stage.file.columns} sum={stage.sum} stopped={stage.stopped} onClose={onClose} />
    );
  }
  const sending = stage.at === 'sending';
  const file = stage.at === 'choose' ? undefined : stage.file;
  const count = file?.rows.length ?? 0;
  return (
    <Dialog
      title={t('students.import.title')}
      onClose={onClose}
      busy={sending}
      className="imp"
      end={
        <>
          {file ? null : (
            <Button
              kind="line"
              icon="save"
              className="pull"
              onClick={() => saveText('students_template.csv', templateCsv(), 'text/csv')}
            >
              students_template.csv
            </Button>
          )}
          <Button kind="line" onClick={onClose} disabled={sending}>
            {t('common.cancel')}
          </Button>
          {file ? (
            <Button working={sending} onClick={() => void send(file)}>
              {t('students.import.act', { count, number: format.count(count) })}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="body">
        {stage.at === 'choose' ? <Choose fault={stage.fault} onFile={(chosen) => void take(chosen)} /> : null}
        {file ? (
          <>
            <p className="file num">
              <b>
                <Name text={file.name} />
              </b>
              <span>
                {t('students.import.rows', { count, number: format.count(count) })},{' '}
                {t(`students.import.delimiter.${delimiterName(file.delimiter)}`)}
              </span>
              {sending ? null : (
                <button type="button" className="link" onClick={() => setStage({ at: 'choose' })}>
                  {t('students.import.another')}
                </button>
              )}
            </p>
            {sending ? (
              <div role="status">
                <Ruler
                  label={t('students.import.progress')}
                  total={count}
                  done={stage.sent}
                  failed={0}
                  state="running"
                  scale={[...new Set([0, count])].map(format.count)}
                />
              </div>
            ) : (
              <fieldset className="stack-s">
                <legend className="legend label">{t('students.import.existing')}</legend>
                {existingChoices.map((choice) => (
                  <RadioChoice
                    key={choice}
                    name="existing"
                    checked={existing === choice}
                    onChange={() => setExisting(choice)}
                  >
                    {t(`students.import.existingChoices.${choice}`)}
                  </RadioChoice>
                ))}
              </fieldset>
            )}
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function delimiterName(delimiter: string): 'comma' | 'semicolon' | 'tab' | 'other' {
  return delimiter === ',' ? 'comma' : delimiter === ';' ? 'semicolon' : delimiter === '\t' ? 'tab' : 'other';
}

function Choose({ fault, onFile }: { fault: string | undefined; onFile: (file: File | undefined) => void }) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <>
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
          {t('students.import.choose')}
        </Button>
        <p className="mute">{t('students.import.orDrop')}</p>
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
          { term: t('students.import.has'), value: requiredColumns.join(', ') },
          { term: t('students.import.may'), value: t('students.import.columns', { columns: otherColumns }) },
          { term: t('students.import.known'), value: t('students.import.knownBy') },
        ]}
      />
    </>
  );
}
