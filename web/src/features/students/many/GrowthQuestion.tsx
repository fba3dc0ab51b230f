import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { useStore } from '../../../state/useStore.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { type GrowthAsked, growthAsked } from './growth.ts';

/** Asks whether students who were added since the choice are taken in. */
export function GrowthQuestion() {
  const { asked } = useStore(growthAsked);
  return asked ? <Question {...asked} /> : null;
}

function Question({ growth, madeAt, act, answer }: GrowthAsked) {
  const { t } = useTranslation();
  const format = useFormat();
  const { seen, count, total, added, by } = growth;
  const [only] = by;
  // With a search the log counts more than the search matches: then only the names are said.
  const isExact = by.length === 1 && only?.count === added;
  const values = {
    seen: format.count(seen),
    added: format.count(added),
    total: format.count(total),
    time: format.time(madeAt),
    name: only?.name ?? '',
    names: format.list([...new Set(by.map(({ name }) => name))]),
  };
  const text = isExact
    ? t(`studentDetails.bulk.grew.${only.how}`, values)
    : by.length > 0
      ? t('studentDetails.bulk.grew.several', values)
      : t('studentDetails.bulk.grew.unknown', values);
  return (
    <Dialog
      title={t('studentDetails.bulk.grew.title')}
      alert
      onClose={() => answer(null)}
      end={
        <>
          <Button kind="line" onClick={() => answer(null)}>
            {t('common.cancel')}
          </Button>
          {count < total ? (
            <Button kind="line" onClick={() => answer('leave')}>
              {t('studentDetails.bulk.grew.only', { number: format.count(count) })}
            </Button>
          ) : null}
          <Button onClick={() => answer('take')}>{act(total)}</Button>
        </>
      }
    >
      <div className="body">
        <p className="num">{text}</p>
      </div>
    </Dialog>
  );
}
