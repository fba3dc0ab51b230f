import { useTranslation } from 'react-i18next';
import { Name } from '../../ui/name/Name.tsx';
import { difference } from './difference.ts';

/** Two names side by side, with the difference marked in the one that is not confirmed. */
export function NameComparison({ name, note, other }: { name: string; note: string; other: string }) {
  const { t } = useTranslation();
  const [head, own, tail] = difference(name, other);
  return (
    <div className="cmp">
      <div>
        <span className="it">{t('organizations.alike.thisOne')}</span>
        <b>
          <bdi className="name-text">
            {head}
            <span className="bad">{own}</span>
            {tail}
          </bdi>
        </b>
        <span className="small mute">{note}</span>
      </div>
      <div>
        <span className="it">{t('organizations.alike.confirmed')}</span>
        <b>
          <Name text={other} />
        </b>
      </div>
    </div>
  );
}
