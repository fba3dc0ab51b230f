import type { tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { describeDomain } from '../../domain-mail/describe.ts';
import { setUpMail } from '../../domain-mail/set-up.ts';
import type { Handler } from '../../http/implement.ts';

/** What the domain is used for, and the sender of its e-mails, whose keys are made when it is first used for them. */
export const domainsUpdate: Handler<(typeof tenantsApi.calls)['domains-update']> = async (
  { tenantId, body, person },
  context,
) => {
  const { store, audit, domainChanged, checkDomain } = context;
  const { useInEmails, useInVerification, useInOnboarding } = body.settings ?? {};
  if (useInEmails === true) {
    const domain = await store.domains.of(tenantId);
    if (domain === null) throw new AppError('domain_not_found');
    await setUpMail(context, domain);
  }
  let record = await store.domains.updateSettings(tenantId, {
    ...(useInEmails === undefined ? {} : { useInEmails }),
    ...(useInVerification === undefined ? {} : { useInVerification }),
    ...(useInOnboarding === undefined ? {} : { useInOnboarding }),
  });
  if (body.localPart !== undefined) record = await store.domainMails.setLocalPart(tenantId, body.localPart);
  if (body.rotateKey) record = await store.domainMails.requestRotation(tenantId);
  // Their records are looked for at once.
  if (useInEmails === true) await checkDomain(record);
  domainChanged(tenantId, record.status);
  await audit.note(tenantId, person, {
    action: 'tenants.domains-update',
    details: {
      domain: record.domain,
      ...body.settings,
      ...(body.localPart !== undefined && { localPart: body.localPart }),
      ...(body.rotateKey && { rotateKey: true }),
    },
  });
  return describeDomain(context, record);
};
