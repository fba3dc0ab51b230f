import {
  type EncodingSample,
  type ImportOptions,
  type ImportSummary,
  limits,
  studentImportsApi,
  type TemplateSummary,
} from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activeClient } from '../../../api/tenant-client.ts';
import { causeOf } from '../../../errors/describe.ts';
import { csvDelimiter } from '../../../i18n/csv-delimiter.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useStarted } from '../../../state/useStarted.ts';
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
  const [fault, setFault] = useState<string>();
  const asking = useStarted();
  const starting = useStarted();
  const [client] = useState(activeClient);

  const fail = (error: unknown): void => setStage({ at: 'choose', fault: causeOf(error, t) });
  const compare = async (file: SentFile, next: ImportOptions, signal: AbortSignal): Promise<Stage> => {
    const { fileName: name, size } = file;
    const summary = await client.call(studentImportsApi, 'import-read', {
      ...{ body: { importId: file.importId, ...next }, signal },
      onProgress: ({ rows, total }) => signal.aborted || setStage({ at: 'reading', name, size, rows, total }),
    });
    const { encodings } = summary;
    return encodings ? { at: 'encoding', file, encodings } : { at: 'preview', file, summary };
  };
  const show = (next: Stage): void => {
    if (next.at === 'encoding') setAsked(next.encodings);
    setStage(next);
  };
  const read = (file: SentFile, next: ImportOptions): void => {
    setFault(undefined);
    setStage({ at: 'reading', name: file.fileName, size: file.size });
    asking.start((signal) => compare(file, next, signal), show, fail);
  };

  const take = (given: File | undefined): void => {
    if (!given) return;
    if (given.size > limits.csvBytes) {
      setStage({ at: 'choose', fault: t('errors.csv_too_large') });
      return;
    }
    const options: ImportOptions = { existing: 'update' };
    setFault(undefined);
    setStage({ at: 'reading', name: given.name, size: given.size });
    setOptions(options);
    setAsked(undefined);
    const send = async (signal: AbortSignal): Promise<Stage> => {
      const file = await client.call(studentImportsApi, 'import-file', { file: given, body: {}, signal });
      if (file.stopped) return { at: 'stopped', file };
      return file.other ? { at: 'other', file } : compare(file, options, signal);
    };
    asking.start(send, show, fail);
  };

  const decide = (file: SentFile, next: ImportOptions): void => {
    setOptions(next);
    read(file, next);
  };

  const start = ({ importId }: SentFile): void => {
    setFault(undefined);
    starting.start(
      () =>
        client.call(studentImportsApi, 'import-start', {
          ...{ body: { importId, ...options }, idempotencyKey: `import-${importId}` },
        }),
      (answer) => {
        if ('batchId' in answer) setStage({ at: 'running', batchId: answer.batchId });
      },
      (error) => setFault(causeOf(error, t)),
    );
  };

  const chooseAnother = (): void => {
    asking.cancel();
    setFault(undefined);
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
        {...{ ...stage, options, templates, fault, onClose }}
        starting={starting.isPending}
        onAnother={chooseAnother}
        onEncoding={asked && (() => setStage({ at: 'encoding', file: stage.file, encodings: asked }))}
        onDecide={(next) => decide(stage.file, next)}
        onStart={() => start(stage.file)}
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
            <Button onClick={() => read(file, options)}>
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
      <ChooseFile fault={stage.fault} onFile={take} />
    </Dialog>
  );
}
