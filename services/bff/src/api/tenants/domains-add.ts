import { randomBytes } from 'node:crypto';
import type { tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { domainView } from '../../views/tenant.ts';
import { readDomainName } from './domain-name.ts';
import { dnsRecordsFor } from './domain-records.ts';

/** Claims a domain, or with `action: check` enqueues a check of the claim. A claim reserves no name until it is verified. */
export const domainsAdd: Handler<(typeof tenantsApi.calls)['domains-add']> = async (
  { tenantId, body, person, operationId },
  { store, audit, links, checkDomain },
) => {
  const name = readDomainName(body.domain);
  if (body.action === 'check') {
    const existing = await store.domains.of(tenantId);
    if (existing?.domain !== name) throw new AppError('domain_not_found');
    const record = await store.domains.requestCheck(tenantId);
    await checkDomain(record);
    return domainView(record);
  }
  const platformHost = new URL(links.publicUrl).hostname;
  if (name === platformHost) throw new AppError('domain_in_use');
  const token = randomBytes(16).toString('hex');
  const record = await store.domains.add(tenantId, {
    _id: operationId,
    domain: name,
    token,
    dnsRecords: await dnsRecordsFor(name, token, platformHost),
  });
  await audit.note(tenantId, person, {
    action: 'tenants.domains-add',
    target: record._id,
    details: { domain: name },
  });
  await checkDomain(record);
  return domainView(record);
};
