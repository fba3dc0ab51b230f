import type { verifyApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { erasedCertificateView } from '../../views/public-certificate.ts';
import { describeIssued } from './describe.ts';

/** Verifies a PDF uploaded by a visitor. */
export const file: Handler<(typeof verifyApi.calls)['file']> = async (call, context) => {
  if (call.file === undefined || call.file.size === 0) throw new AppError('file_missing');
  const { facts, certificate, erased, issuer } = await context.inspector.checkUploaded(
    call.file,
    call.onlyTenantId,
  );
  return {
    file: facts,
    certificate: certificate && issuer && (await describeIssued(certificate, issuer, context)),
    ...(erased && issuer && { erased: erasedCertificateView(erased, issuer, context.links) }),
  };
};
