import type { Domain } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Facts } from '../../../ui/facts/Facts.tsx';

/** What a domain that lapsed is no longer used for. */
export function Meanwhile({ domain: { status, lapse, settings } }: { domain: Domain }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (status !== 'failed' || !lapse) return null;
  const part = (name: 'newLinks' | 'oldLinks' | 'emails') => ({
    term: t(`settings.domains.meanwhile.${name}`),
    value: t(`settings.domains.meanwhile.${name}Text`),
  });
  return (
    <section className="set">
      <div>
        <h2>{t('settings.domains.meanwhile.title')}</h2>
      </div>
      <Facts
        facts={[
          ...(settings.useInVerification ? [part('newLinks'), part('oldLinks')] : []),
          ...(settings.useInEmails ? [part('emails')] : []),
          {
            term: t('settings.domains.meanwhile.identity'),
            value: t('settings.domains.meanwhile.identityText', { day: format.dayOf(lapse.at) }),
          },
        ]}
      />
    </section>
  );
}
