import {
  type EncodingSample,
  type ImportOptions,
  type ImportSummary,
  limits,
  studentImportsApi,
  type TemplateSummary,
} from '@sello/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';
import { csvDelimiter } from '../../../i18n/csv-delimiter.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Ruler } from '../../../ui/progress/Ruler.tsx';
import { saveText } from '../../../ui/save/save.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { EncodingQuestion } from './EncodingQuestion.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { ImportRun } from './ImportRun.tsx';
import type { SentFile } from './sent-file.ts';
import { templateCsv } from './write.ts';
import './import.css';

type Stage =
  | { at: 'choose'; fault?: string }
  | { at: 'reading'; name: string; size: number; rows?: number; total?: number }
  | { at: 'stopped'; file: SentFile }
  | { at: 'other'; file: SentFile }
  | { at: 'encoding'; file: SentFile; encodings: readonly EncodingSample[] }
  | { at: 'preview'; file: SentFile; summary: ImportSummary }
  | { at: 'running'; batchId: string };

/** Imports students from a CSV: the file is sent once, compared, shown, and written as a batch. */
export function ImportDialog({
  templates,
  onClose,
}: {
  templates: readonly TemplateSummary[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [stage, setStage] = useState<Stage>({ at: 'choose' });
  const [options, setOptions] = useState<ImportOptions>({ existing: 'update' });
  /** Asked about the file that is shown. */
  const [asked, setAsked] = useState<readonly EncodingSample[]>();
  const [starting, setStarting] = useState(false);
  const [fault, setFault] = useState<string>();
  /** Aborted when the person cancels or chooses another file, so that nobody waits for what was asked before. */
  const asking = useRef(new AbortController());
  useEffect(() => () => asking.current.abort(), []);

  const begin = (): AbortSignal => {
    asking.current.abort();
    asking.current = new AbortController();
    setFault(undefined);
    return asking.current.signal;
  };

  const read = async (file: SentFile, next: ImportOptions, signal = begin()): Promise<void> => {
    const name = file.fileName;
    setStage({ at: 'reading', name, size: file.size });
    try {
      const summary = await call(studentImportsApi, 'import-read', {
        ...{ body: { importId: file.importId, ...next }, signal },
        onProgress: ({ rows, total }) =>
          signal.aborted || setStage({ at: 'reading', name, size: file.size, rows, total }),
      });
      if (signal.aborted) return;
      if (!summary.encodings) return setStage({ at: 'preview', file, summary });
      setAsked(summary.encodings);
      setStage({ at: 'encoding', file, encodings: summary.encodings });
    } catch (error) {
      if (!signal.aborted) setStage({ at: 'choose', fault: causeOf(error, t) });
    }
  };

  const take = async (given: File | undefined): Promise<void> => {
    if (!given) return;
    if (given.size > limits.csvBytes) return setStage({ at: 'choose', fault: t('errors.csv_too_large') });
    const signal = begin();
    setStage({ at: 'reading', name: given.name, size: given.size });
    setOptions({ existing: 'update' });
    setAsked(undefined);
    try {
      const file = await call(studentImportsApi, 'import-file', { file: given, body: {}, signal });
      if (signal.aborted) return;
      if (file.stopped) setStage({ at: 'stopped', file });
      else if (file.other) setStage({ at: 'other', file });
      else await read(file, { existing: 'update' }, signal);
    } catch (error) {
      if (!signal.aborted) setStage({ at: 'choose', fault: causeOf(error, t) });
    }
  };

  const decide = (file: SentFile, next: ImportOptions): void => {
    setOptions(next);
    void read(file, next);
  };

  const start = async (file: SentFile): Promise<void> => {
    setStarting(true);
    setFault(undefined);
    try {
      const answer = await call(studentImportsApi, 'import-start', {
        ...{ body: { importId: file.importId, ...options }, idempotencyKey: `import-${file.importId}` },
      });
      if ('batchId' in answer) setStage({ at: 'running', batchId: answer.batchId });
    } catch (error) {
      setFault(causeOf(error, t));
    }
    setStarting(false);
  };

  const chooseAnother = (): void => {
    begin();
    setStage({ at: 'choose' });
  };
  const cancel = (
    <Button kind="line" onClick={onClose}>
      {t('common.cancel')}
    </Button>
  );

  if (stage.at === 'running') return <ImportRun batchId={stage.batchId} onClose={onClose} />;
  if (stage.at === 'preview') {
    return (
      <ImportPreview
        {...{ ...stage, options, templates, starting, fault, onClose }}
        onAnother={chooseAnother}
        onEncoding={asked && (() => setStage({ at: 'encoding', file: stage.file, encodings: asked }))}
        onDecide={(next) => decide(stage.file, next)}
        onStart={() => void start(stage.file)}
      />
    );
  }
  if (stage.at === 'encoding') {
    return (
      <EncodingQuestion
        {...{ ...stage, onClose }}
        chosen={options.encoding}
        onAnother={chooseAnother}
        onAnswer={(encoding) => decide(stage.file, { ...options, encoding })}
      />
    );
  }
  if (stage.at === 'stopped' || stage.at === 'other') {
    const { file } = stage;
    const { done = 0, total = 0 } = file.stopped ?? {};
    const counts = { done: format.count(done), total: format.count(total) };
    return (
      <Dialog
        title={file.stopped ? t('studentImport.stopped.title', counts) : t('studentImport.other.title')}
        onClose={onClose}
        end={
          <>
            <Button kind="line" onClick={file.stopped ? onClose : chooseAnother}>
              {file.stopped ? t('studentImport.stopped.leave') : t('studentImport.another')}
            </Button>
            <Button onClick={() => void read(file, options)}>
              {file.stopped ? t('studentImport.stopped.goOn') : t('studentImport.other.begin')}
            </Button>
          </>
        }
      >
        <div className="body">
          {file.stopped ? (
            <>
              <p className="result-lead">{t('studentImport.stopped.text')}</p>
              <Ruler
                label={t('studentImport.writing.bar')}
                {...{ total, done, failed: 0, state: 'stopped' }}
                scale={[...new Set([0, total])].map(format.count)}
              />
            </>
          ) : (
            <p>{t('studentImport.other.text', { name: file.fileName, other: file.other?.fileName ?? '' })}</p>
          )}
        </div>
      </Dialog>
    );
  }
  if (stage.at === 'reading') {
    const { name, size, rows = 0, total } = stage;
    return (
      <Dialog title={t('studentImport.title')} onClose={onClose} className="imp" end={cancel}>
        <div className="body">
          <p className="file num">
            <b>
              <Name text={name} />
            </b>
            <span>{format.bytes(size)}</span>
          </p>
          <Ruler
            label={t('studentImport.reading.bar')}
            {...{ total: total ?? 1, done: rows, failed: 0, state: 'running' }}
            scale={total === undefined ? [] : [...new Set([0, total])].map(format.count)}
          />
          <p className="hint num" role="status">
            {total === undefined
              ? t('studentImport.reading.sending')
              : t('studentImport.reading.text', { rows: format.count(rows), total: format.count(total) })}
          </p>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t('studentImport.title')}
      onClose={onClose}
      className="imp"
      end={
        <>
          <Button
            kind="line"
            icon="save"
            className="pull"
            onClick={() => saveText('students_template.csv', templateCsv(csvDelimiter()), 'text/csv')}
          >
            students_template.csv
          </Button>
          {cancel}
        </>
      }
    >
      <ChooseFile fault={stage.fault} onFile={(given) => void take(given)} />
    </Dialog>
  );
}
