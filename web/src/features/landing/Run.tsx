import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Ruler } from '../../ui/progress/Ruler.tsx';

const rows = [
  { name: 'Łucja Ɛnyɔnam Pacheco', why: 'landing.run.why.glyph' },
  { name: 'Benedita do Nascimento', why: 'landing.run.why.variable' },
  { name: 'Sebastián Ruiz-Tagle', why: 'landing.run.why.fit' },
] as const;

/** A sample of the progress that staff see while a batch runs. */
export function Run() {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="sheet double board">
      <div className="row">
        <h3>{t('landing.run.name')}</h3>
        <span className="mute small">{t('landing.run.started')}</span>
      </div>
      <dl className="figures num">
        <div>
          <dt>{t('landing.run.issued')}</dt>
          <dd>{format.count(8412)}</dd>
        </div>
        <div>
          <dt>{t('landing.run.failed')}</dt>
          <dd className="bad">3</dd>
        </div>
        <div>
          <dt>{t('landing.run.perSecond')}</dt>
          <dd>236</dd>
        </div>
        <div>
          <dt>{t('landing.run.timeLeft')}</dt>
          <dd>0:07</dd>
        </div>
      </dl>
      <Ruler
        label={t('landing.hero.bar')}
        total={10_000}
        done={8_412}
        failed={40}
        state="running"
        scale={[0, 2500, 5000, 7500, 10_000].map(format.count)}
      />
      <table className="table">
        <thead>
          <tr>
            <th>{t('landing.run.notIssued')}</th>
            <th>{t('landing.run.cause')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, why }) => (
            <tr key={name}>
              <td className="name">{name}</td>
              <td>{t(why)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
