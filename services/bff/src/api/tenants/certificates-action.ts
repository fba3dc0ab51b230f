import type { CertificateParams, tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import {
  certificatePem,
  generateSigningCertificate,
  readUploadedCertificate,
  sealPrivateKey,
} from '@sello/proof';
import type { SigningCertificateRecord, TenantRecord } from '@sello/store';
import type { Context } from '../../context.ts';
import type { Handler, Incoming } from '../../http/implement.ts';
import { signingCertificateView } from '../../views/signing-certificate.ts';

type Contract = (typeof tenantsApi.calls)['certificates-action'];
type Material = Awaited<ReturnType<typeof generateSigningCertificate>>;

/** The accepted file extensions, from the specification. */
const extensions = /\.(pem|crt|cer|p12|pfx)$/i;

/** Generates a signing key, imports one from a file, or revokes one. Private keys are sealed before they are stored. */
export const certificatesAction: Handler<Contract> = async (call, context) => {
  const { tenantId, body, person } = call;
  const tenant = await context.store.tenants.get(tenantId);
  if (tenant === null) throw new AppError('tenant_not_found');
  const record = await act(call, context, tenant);
  await context.audit.note(tenantId, person, {
    action: `tenants.certificates.${body.action}`,
    target: record._id,
    details: { name: record.name, fingerprint: record.fingerprint, algorithm: record.algorithm },
  });
  return signingCertificateView(record, { isFull: true });
};

async function act(
  call: Incoming<Contract>,
  context: Context,
  tenant: TenantRecord,
): Promise<SigningCertificateRecord> {
  const { body, file, person } = call;
  if (body.action === 'revoke') {
    const revoked = await context.store.signingCertificates.revoke(tenant._id, body.id);
    if (revoked === null) throw new AppError('certificate_not_found');
    return revoked;
  }
  if (body.action === 'generate') {
    const { algorithm, certificateParams: params } = body;
    // One key at a time per organization, so that repeated requests do not block other organizations.
    const material = await context.lock.hold(`signing key ${tenant._id}`, { busy: 'rate_limited' }, () =>
      generateSigningCertificate({ algorithm, organization: tenant.name, params }),
    );
    return storeKey(call, context, material, { origin: 'generated', name: params.name, params });
  }
  if (file === undefined) throw new AppError('file_missing');
  const { fileName } = file;
  if (!extensions.test(fileName)) throw new AppError('certificate_unreadable', { details: { fileName } });
  const material = await readUploadedCertificate(await file.read(), { fileName, password: body.password });
  // The form's default signature texts, because an upload does not ask for them.
  const params: CertificateParams = {
    reason: tenant.name,
    location: '',
    contactInfo: `mailto:${person.email}`,
    name: tenant.publicName,
  };
  const name = /(?:^|, )CN=([^,]+)/.exec(material.subject)?.[1]?.trim() || fileName;
  return storeKey(call, context, material, { origin: 'uploaded', name, params });
}

async function storeKey(
  { tenantId, person, operationId }: Incoming<Contract>,
  { store, wrappingKey }: Context,
  material: Material,
  named: { origin: 'generated' | 'uploaded'; name: string; params: CertificateParams },
): Promise<SigningCertificateRecord> {
  const sealed = sealPrivateKey(material.privateKeyPkcs8, {
    tenantId,
    keyId: operationId,
    publicWrappingKey: wrappingKey,
  });
  material.privateKeyPkcs8.fill(0);
  return store.signingCertificates.create(tenantId, {
    _id: operationId,
    ...named,
    algorithm: material.algorithm,
    subject: material.subject,
    fingerprint: material.fingerprint,
    pem: certificatePem(material.chain),
    notBefore: material.notBefore,
    expiresAt: material.notAfter,
    createdBy: person.userId,
    sealedKey: JSON.stringify(sealed),
  });
}
