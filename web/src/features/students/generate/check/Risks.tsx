import { certificatesApi, type PreflightRisk } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../../api/reading.ts';
import { Name } from '../../../../ui/name/Name.tsx';
import { detailOf } from './describe.ts';

/** The riskiest rows as they would print, with the place marked. */
export function Risks({ preflightId, risks }: { preflightId: string; risks: readonly PreflightRisk[] }) {
  const { t } = useTranslation();
  if (risks.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div className="risks" tabIndex={0} role="group" aria-label={t('preflight.riskiest')}>
      {risks.map((risk, place) => (
        <figure key={risk.finding.index}>
          <span className="pic">
            {risk.hasPicture ? (
              <Page preflightId={preflightId} place={place} risk={risk} />
            ) : (
              <span className="none faint small">{t('preflight.noPage')}</span>
            )}
          </span>
          <figcaption>
            <b>
              {risk.finding.fullName === '' ? t('preflight.gone') : <Name text={risk.finding.fullName} />}
            </b>
            {detailOf(risk.finding, t)}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** The part of the page around the mark. */
function Page({ preflightId, place, risk }: { preflightId: string; place: number; risk: PreflightRisk }) {
  const { data } = useQuery({
    ...reading(certificatesApi, 'preflight-picture', { query: { preflightId, place } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(new Blob([data as BlobPart], { type: 'image/png' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (url === undefined) return null;
  const { mark } = risk;
  const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;
  const middle = mark ? mark.y + mark.height / 2 : 0.5;
  return (
    <span className="page" style={{ '--middle': percent(-middle) } as CSSProperties}>
      <img src={url} alt="" />
      {mark ? (
        <i
          className={risk.finding.error ? 'mark bad' : 'mark'}
          style={{
            ...{ left: percent(mark.x), top: percent(mark.y) },
            ...{ width: percent(mark.width), height: percent(mark.height) },
          }}
        />
      ) : null}
    </span>
  );
}
