import { createHash, randomBytes } from 'node:crypto';
import type { verifyApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { ofTenant } from '../../verify/issued.ts';

/**
 * Writes the report of a mistake and has a letter ask its reporter to confirm it. Nobody reads the report before. The
 * limits (`rate_limited`, whose `by` is `connection`, `organization` or `address`) keep strangers from filling a mailbox
 * through this server.
 */
export const reportMistake: Handler<(typeof verifyApi.calls)['report-mistake']> = async (
  { body, address, onlyTenantId },
  { store, rates, sendMistakeLetter },
) => {
  const { website, ...report } = body;
  if (website) return { success: true };
  const record = ofTenant(await store.certificates.acrossTenants.byCertId(report.certId), onlyTenantId);
  if (record === null || record.state === 'prepared') throw new AppError('issued_not_found');
  const { tenantId } = record;
  // The addresses of strangers are not kept as keys.
  const to = createHash('sha256').update(report.email.toLowerCase()).digest('hex');
  await limited('connection', () => rates.spend('mistake', address));
  await limited('organization', () => rates.spend('mistakeAbout', tenantId));
  await limited('address', () => rates.spend('mistakeTo', to));
  const token = randomBytes(16).toString('hex');
  await sendMistakeLetter(await store.mistakeReports.ask(tenantId, { ...report, token }));
  return { success: true };
};

async function limited(by: string, spend: () => Promise<void>): Promise<void> {
  try {
    await spend();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
    throw new AppError('rate_limited', { details: { ...error.details, by } });
  }
}
