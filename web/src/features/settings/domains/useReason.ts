import type { DnsReason, DomainAnswers } from '@sello/contracts';
import { useTranslation } from 'react-i18next';

interface Answer {
  reason: DnsReason;
  found?: string[] | undefined;
  servers?: { asked: number; agreed: number } | undefined;
}

/** Characters of a value that a sentence names. */
const shown = 80;

/** Returns a function that says an answer in one sentence, and how many name servers gave it. */
export function useReason(): (type: DomainAnswers['type'], answer: Answer, isShort?: boolean) => string {
  const { t } = useTranslation();
  return (type, { reason, found = [], servers }, isShort = false) => {
    const values = found.map((one) => (one.length > shown ? `${one.slice(0, shown)}…` : one)).join(', ');
    const sentence = t(`settings.domains.reasons.${reason}`, {
      ...{ type, found: values },
      ...(servers && { asked: servers.asked, agreed: servers.agreed }),
    });
    const isCounted = servers !== undefined && servers.asked > 1 && reason !== 'disagreement' && !isShort;
    return isCounted ? `${sentence} ${t('settings.domains.agreed', { ...servers })}` : sentence;
  };
}
