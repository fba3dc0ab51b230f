import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon/Icon.tsx';

const facts = ['record', 'file', 'signature', 'status'] as const;

export function SampleVerdict() {
  const { t } = useTranslation();
  return (
    <div className="sheet double result">
      <h3>{t('landing.ask.valid')}</h3>
      <p className="who2">Lucía Fernanda Quispe Mamani · {t('landing.cert.course')}</p>
      <ul className="verdicts">
        {facts.map((fact) => (
          <li key={fact}>
            <Icon name="check" className="ok" />
            <span className="label">{t(`landing.ask.facts.${fact}`)}</span>
            <p>{t(`landing.ask.${fact}`)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
