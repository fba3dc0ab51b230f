import { type Domain, tenantsApi } from '@sello/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge/Badge.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { DomainName } from './DomainName.tsx';
import { RemoveDomain } from './RemoveDomain.tsx';

const badges = {
  pending: { tone: 'warn', icon: 'clock' },
  verified: { tone: 'ok', icon: 'ringCheck' },
  failed: { tone: 'bad', icon: 'ringCross' },
  lapsed: { tone: 'bad', icon: 'ringCross' },
} as const;

/** A failed domain that was verified before has lapsed. */
const conditionOf = ({ status, lapse }: Domain): keyof typeof badges =>
  status === 'failed' && lapse ? 'lapsed' : status;

/** The name, its status, when it was and will be looked at, and what can be done with it. */
export function DomainHead({ tenantId, domain }: { tenantId: string; domain: Domain }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const check = useMutation({
    mutationFn: () =>
      call(tenantsApi, 'domains-add', {
        query: { tenantId },
        body: { domain: domain.domain, action: 'check' },
      }),
    onSuccess: () => toast({ tone: 'info', title: t('settings.domains.looking') }),
    onError: (error) =>
      toast({ tone: 'bad', title: t('settings.domains.checkError'), text: causeOf(error, t) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tenants'] }),
  });
  const condition = conditionOf(domain);
  return (
    <section className="set">
      <div>
        <h2>{t('settings.domains.domain.title')}</h2>
        <p>{t(`settings.domains.domain.${condition}`)}</p>
      </div>
      <div>
        <div className="domline">
          <h3>
            <DomainName text={domain.domain} />
          </h3>
          <Badge {...badges[condition]}>{t(`settings.domains.status.${condition}`)}</Badge>
        </div>
        <p className="mute" aria-live="polite">
          <Dates domain={domain} />
        </p>
        {domain.hosting.state === 'configured' ? null : (
          <p className="mute">
            {t(`settings.domains.domain.${domain.hosting.state === 'failed' ? 'hostFailed' : 'configuring'}`)}
          </p>
        )}
        <div className="row acts">
          <Button
            size="small"
            icon="retry"
            kind={domain.status === 'verified' ? 'line' : 'ink'}
            working={check.isPending}
            onClick={() => check.mutate()}
          >
            {t(domain.status === 'failed' ? 'settings.domains.again' : 'settings.domains.lookNow')}
          </Button>
          <Button size="small" kind="danger" onClick={() => setRemoving(true)}>
            {t('settings.domains.remove')}
          </Button>
        </div>
      </div>
      {isRemoving ? (
        <RemoveDomain tenantId={tenantId} domain={domain} onClose={() => setRemoving(false)} />
      ) : null}
    </section>
  );
}

function Dates({ domain }: { domain: Domain }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, lapse, createdAt, verifiedSince, checkedAt, nextCheckAt, claimEndsAt, misses } = domain;
  const next = nextCheckAt && { next: format.moment(nextCheckAt) };
  const looked = checkedAt
    ? next
      ? t('settings.domains.domain.looked', { when: format.moment(checkedAt), ...next })
      : t('settings.domains.domain.lookedOnly', { when: format.moment(checkedAt) })
    : next && t('settings.domains.domain.next', next);
  const sentences = [
    status === 'failed' && lapse
      ? t('settings.domains.domain.lapsedWhen', {
          since: format.dayOf(lapse.since),
          at: format.dayOf(lapse.at),
        })
      : status === 'failed'
        ? t('settings.domains.domain.failedWhen')
        : verifiedSince
          ? t('settings.domains.domain.since', { day: format.dayOf(verifiedSince) })
          : t('settings.domains.domain.added', { when: format.moment(createdAt) }),
    looked,
    claimEndsAt && t('settings.domains.domain.claimEnds', { when: format.moment(claimEndsAt) }),
    status === 'verified' && misses > 0 && t('settings.domains.domain.misses', { count: misses }),
  ];
  return sentences.filter(Boolean).join(' ');
}
