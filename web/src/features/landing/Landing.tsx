import './hero.css';
import './landing.css';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../ui/facts/Facts.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { CallToAction } from './CallToAction.tsx';
import { Hero } from './Hero.tsx';
import { Run } from './Run.tsx';
import { SampleCertificate } from './SampleCertificate.tsx';
import { SampleVerdict } from './SampleVerdict.tsx';

const ownFacts = ['lives', 'costs', 'signs', 'grows', 'speaks'] as const;

const names = [
  { name: 'Ana Ruiz', printed: 50 },
  { name: 'Lucía Fernanda Quispe Mamani', printed: 43 },
  { name: 'María de los Ángeles Ñahui Condori', printed: 37 },
  { name: 'Maria Antónia da Conceição Albuquerque e Vasconcelos', printed: 24 },
] as const;

/** The front page: what Sello does, and the sign-in. */
export function Landing() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('landing.title')}</PageTitle>
      <main>
        <Hero />
        <section className="wrap" id="run">
          <div className="two">
            <div className="txt">
              <h2>{t('landing.run.title')}</h2>
              <p>{t('landing.run.text')}</p>
            </div>
            <Run />
          </div>
        </section>
        <section className="wrap">
          <div className="ask">
            <SampleVerdict />
            <div className="say">
              <div className="detail">
                <SampleCertificate closeUp />
              </div>
              <h2>{t('landing.ask.title')}</h2>
              <p>{t('landing.ask.text')}</p>
            </div>
          </div>
        </section>
        <section className="wrap">
          <div className="two">
            <div className="txt">
              <h2>{t('landing.names.title')}</h2>
              <p>{t('landing.names.text')}</p>
            </div>
            <ul className="names">
              {names.map(({ name, printed }) => (
                <li key={name}>
                  <span className={`box size-${printed}`}>{name}</span>
                  <span className="pt num small">{t('landing.names.points', { size: printed })}</span>
                </li>
              ))}
            </ul>
          </div>
        </section>
        <section className="wrap">
          <div className="own">
            <h2>{t('landing.own.title')}</h2>
            <Facts
              facts={ownFacts.map((fact) => ({
                term: t(`landing.own.${fact}.term`),
                value: t(`landing.own.${fact}.text`),
              }))}
            />
          </div>
        </section>
        <section className="wrap close">
          <h2>{t('landing.close.title')}</h2>
          <CallToAction note={t('landing.close.note')} />
        </section>
      </main>
    </>
  );
}
