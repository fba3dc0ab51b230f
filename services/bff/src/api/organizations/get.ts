import type { organizationsApi } from '@sello/contracts';
import { identityOf } from '@sello/store';
import type { Handler } from '../../http/implement.ts';
import { organizationDetailsView } from '../../views/organization.ts';
import { describe } from './describe.ts';

export const get: Handler<(typeof organizationsApi.calls)['get']> = async ({ query }, context) => {
  const { tenant, facts } = await describe(query.id, context);
  const quota = context.mailQuotas[identityOf(tenant, facts.domain).kind];
  return organizationDetailsView(tenant, facts, quota);
};
