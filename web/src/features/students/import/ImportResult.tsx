import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOfCode } from '../../../errors/describe.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { saveText } from '../../../ui/save/save.ts';
import type { ImportError, ImportSum } from './send.ts';
import { failedCsv } from './write.ts';

const step = 200;

/** The failed rows, by the row number that a spreadsheet shows, each with its cause. */
export function ImportResult({
  columns,
  sum,
  stopped,
  onClose,
}: {
  columns: readonly string[];
  sum: ImportSum;
  stopped: string | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [shown, setShown] = useState(step);
  const why = (error: ImportError): string =>
    error.code ? textOfCode(error.code, undefined, t) : error.message || t('errors.unexpected');
  const failed = sum.errors.length;
  const save = (): void =>
    saveText(
      'students_failed.csv',
      failedCsv(
        columns,
        sum.errors.map((error) => ({ row: error.source, why: why(error) })),
      ),
      'text/csv',
    );
  return (
    <Dialog
      title={t('students.import.sum', { success: format.count(sum.success), failed: format.count(failed) })}
      onClose={onClose}
      end={
        <>
          {failed > 0 ? (
            <Button kind="line" icon="save" onClick={save}>
              {t('students.import.failedCsv', { count: failed, number: format.count(failed) })}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('common.done')}</Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="body" tabIndex={0} aria-label={t('students.import.errors')}>
        {stopped ? (
          <p className="bad result-lead">{t('students.import.stopped', { cause: stopped })}</p>
        ) : null}
        <p className="mute result-lead">
          {t('students.import.became', {
            added: format.count(sum.added),
            updated: format.count(sum.updated),
            skipped: format.count(sum.skipped),
          })}{' '}
          {failed > 0 ? t('students.import.leftOut') : ''}
        </p>
        <ul className="errs">
          {sum.errors.slice(0, shown).map((error) => (
            <li key={error.row}>
              <span>{t('students.import.row', { row: format.count(error.row) })}</span>
              <span>
                {error.fullName ? (
                  <>
                    <b>
                      <Name text={error.fullName} />
                    </b>
                    <br />
                  </>
                ) : null}
                {why(error)}
              </span>
            </li>
          ))}
        </ul>
        {failed > shown ? (
          <Button kind="line" size="small" onClick={() => setShown(shown + step)}>
            {t('certificates.generation.more')}
          </Button>
        ) : null}
      </section>
    </Dialog>
  );
}
