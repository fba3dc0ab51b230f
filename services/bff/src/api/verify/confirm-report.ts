import type { verifyApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

/** Confirms the report of a link and has it passed on to the organization. */
export const confirmReport: Handler<(typeof verifyApi.calls)['confirm-report']> = async (
  { body, onlyTenantId },
  { store, sendMistakeLetter },
) => {
  const report = await store.mistakeReports.acrossTenants.confirm(body.token, onlyTenantId);
  const tenant = report && (await store.tenants.get(report.tenantId));
  if (!tenant) throw new AppError('report_link_invalid');
  await sendMistakeLetter(report);
  const { certId, confirmedAt } = report;
  return { certId, organization: tenant.publicName, confirmedAt: confirmedAt!.toISOString() };
};
