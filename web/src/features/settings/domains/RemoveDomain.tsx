import { type Domain, tenantsApi } from '@sello/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { reading } from '../../../api/reading.ts';
import { causeOf } from '../../../errors/describe.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Confirm } from '../../../ui/dialog/Confirm.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { toast } from '../../../ui/toast/queue.ts';

interface Props {
  tenantId: string;
  domain: Domain;
  onClose: () => void;
}

/** Asks before the domain is removed, and names what stops with it. */
export function RemoveDomain({ tenantId, domain, onClose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const { settings } = domain;
  const isVerified = domain.status === 'verified';
  const hasLinks = isVerified && settings.useInVerification;
  const links = useQuery({
    ...reading(tenantsApi, 'domain-links', { query: { tenantId } }),
    enabled: hasLinks,
  });
  const emails = links.data?.emails ?? 0;
  const stops = [
    hasLinks && t('settings.domains.removing.links'),
    hasLinks &&
      emails > 0 &&
      t('settings.domains.removing.emailLinks', { count: emails, number: format.count(emails) }),
    isVerified && t('settings.domains.removing.identity'),
    isVerified && settings.useInEmails && t('settings.domains.removing.emails'),
    isVerified && settings.useInOnboarding && t('settings.domains.removing.onboarding'),
    t('settings.domains.removing.claim'),
    t('settings.domains.removing.free'),
  ].filter((text) => text !== false);
  const remove = useSaving({
    mutationFn: (_, signal) => call(tenantsApi, 'domains-delete', { query: { tenantId }, signal }),
    onSuccess: () => {
      toast({ tone: 'ok', title: t('settings.domains.removing.done', { name: domain.domain }) });
      onClose();
    },
    onError: (error) =>
      toast({ tone: 'bad', title: t('settings.domains.deleteError'), text: causeOf(error, t) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tenants'] }),
  });
  return (
    <Confirm
      title={t('settings.domains.removing.title', { domain: domain.domain })}
      act={t('settings.domains.removing.act')}
      keep={t('settings.domains.removing.keep')}
      work={remove}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <ul className="stops">
        {stops.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {isVerified ? <p className="mute">{t('settings.domains.removing.code')}</p> : null}
    </Confirm>
  );
}
