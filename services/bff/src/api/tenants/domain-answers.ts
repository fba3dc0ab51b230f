import type { tenantsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { domainAnswersView } from '../../views/tenant.ts';

export const domainAnswers: Handler<(typeof tenantsApi.calls)['domain-answers']> = async (
  { tenantId },
  { store },
) => {
  const domain = await store.domains.of(tenantId);
  if (domain === null) return [];
  return (await store.domains.answers(tenantId, domain._id)).map(domainAnswersView);
};
