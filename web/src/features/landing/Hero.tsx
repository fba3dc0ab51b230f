import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePathTo } from '../../tenancy/routes.ts';
import { Link } from '../../ui/link/Link.tsx';
import { Ruler } from '../../ui/progress/Ruler.tsx';
import { CallToAction } from './CallToAction.tsx';
import { SampleCertificate } from './SampleCertificate.tsx';

const words = ['signed', 'sealed', 'delivered', 'verified'] as const;

/** The word changes every two seconds with CSS alone; a button stops it (WCAG 2.2.2). */
export function Hero() {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  return (
    <div className="top">
      <div className="wrap">
        <h1 className="say1">
          <span className="l">
            <span className="w">{t('landing.hero.first')}</span>{' '}
            <span className="w">{t('landing.hero.second')}</span>
          </span>
          <span className="l">
            <span className="w">{t('landing.hero.third')}</span>{' '}
            <span className={held ? 'turn is-held' : 'turn'}>
              {words.map((word, place) => (
                <span
                  key={word}
                  aria-hidden={place > 0 || undefined}
                  style={{ '--n': place } as CSSProperties}
                >
                  {t(`landing.hero.words.${word}`)}
                </span>
              ))}
            </span>
          </span>
        </h1>
        <div className="hero">
          <div className="left">
            <p className="lead">{t('landing.hero.lead')}</p>
            <div className="acts">
              <CallToAction />
              <Link to={usePathTo()('verify')}>{t('header.verify')}</Link>
            </div>
            <div className="live">
              <p className="row tight">
                <b className="strong">{t('landing.run.name')}</b>
                <span className="mute">{t('landing.hero.issuing')}</span>
                <button
                  type="button"
                  className="link small push hold"
                  data-act="hold"
                  aria-pressed={held}
                  onClick={() => setHeld(!held)}
                >
                  {t('landing.hero.hold')}
                </button>
              </p>
              <Ruler label={t('landing.hero.bar')} total={10_000} done={8_412} failed={0} state="running" />
              <p className="num mute small">{t('landing.hero.pace')}</p>
            </div>
          </div>
          <div className="only-wide">
            <div className="cert-frame">
              <SampleCertificate />
            </div>
          </div>
          <div className="only-narrow">
            <SampleCertificate closeUp />
          </div>
        </div>
      </div>
    </div>
  );
}
