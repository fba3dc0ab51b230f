import type { Design } from '@sello/contracts';
import type { PrintedValues } from '@sello/design';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../ui/facts/Facts.tsx';
import { shownValues } from './student-values.ts';

/** Drawn for each certificate when it is issued. */
const drawnLater: ReadonlySet<string> = new Set(['certificate.id', 'certificate.verifyUrl']);

/** What the variables of a design print for a student. */
export function ShownValues({ design, values }: { design: Design; values: PrintedValues }) {
  const { t } = useTranslation();
  const list = shownValues(design, values);
  if (list.length === 0) return null;
  const textOf = (name: string, printed: string | null) => {
    if (drawnLater.has(name)) return <span className="mute">{t('editorContent.preview.drawnLater')}</span>;
    if (printed === null) return <span className="bad">{t('editorContent.preview.missing')}</span>;
    return printed === '' ? (
      <span className="warn">{t('editorContent.preview.isEmpty')}</span>
    ) : (
      <bdi>{printed}</bdi>
    );
  };
  return (
    <section>
      <h2>{t('editorContent.preview.values')}</h2>
      <Facts facts={list.map(({ name, printed }) => ({ term: name, value: textOf(name, printed) }))} />
    </section>
  );
}
