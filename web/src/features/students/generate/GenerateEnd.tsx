import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Cancel } from '../../../ui/saving/Cancel.tsx';
import type { Work } from '../../../ui/saving/useSaving.ts';
import { nameOfAsked } from './asked/AskedField.tsx';
import type { Asked } from './asked/useAsked.ts';
import type { Obstacle } from './rules.ts';

/** The buttons of the dialog, and beside them what is still missing. */
export function GenerateEnd({
  count,
  missing,
  lacking,
  asked,
  isNameTooLong,
  isWaiting,
  work,
  onClose,
  onCheck,
  onGenerate,
}: {
  count: number;
  missing: Obstacle;
  /** How many have no template. */
  lacking: number;
  asked: Asked;
  isNameTooLong: boolean;
  /** Nothing is issued before this is known. */
  isWaiting: boolean;
  work: Work;
  onClose: () => void;
  onCheck: () => void;
  onGenerate: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const values = { count, number: format.count(count) };

  function obstacle(): string {
    if (missing === 'templates') return t('certificates.generation.needTemplates', { count: lacking });
    if (missing === 'certificate') return t('certificates.generation.needCertificate');
    if (!asked.isKnown) return asked.error ? '' : t('certificates.asked.reading');
    if (asked.missing.length > 0) {
      const labels = format.list(asked.missing);
      return t('certificates.asked.still', { count: asked.missing.length, labels });
    }
    return asked.problems.size > 0 || isNameTooLong ? t('certificates.asked.correct') : '';
  }
  /** Goes on, or shows the first value that keeps from it. */
  function goOn(act: () => void): void {
    if (asked.tryIt() && !isNameTooLong) {
      act();
      return;
    }
    const [first] = asked.problems.keys();
    const name = first === undefined ? 'batch-name' : nameOfAsked(first);
    document.querySelector<HTMLElement>(`.gen [name="${CSS.escape(name)}"]`)?.focus();
  }
  return (
    <>
      <span className="faint small obstacle" role="status">
        {obstacle()}
      </span>
      <Cancel work={work} onClose={onClose} />
      <Button
        kind="line"
        onClick={() => goOn(onCheck)}
        disabled={missing === 'templates' || !asked.isKnown || count === 0 || work.isPending}
      >
        {t('certificates.generation.check')}
      </Button>
      <Button
        kind="seal"
        disabled={missing !== null || isWaiting || !asked.isKnown || count === 0}
        working={work.isPending}
        onClick={() => goOn(onGenerate)}
      >
        {t('certificates.generation.act', values)}
      </Button>
    </>
  );
}
