import { createHash } from 'node:crypto';
import { newId, type Store } from '@sello/store';

/** Adds a signing certificate with `contact` as its contact address; returns its id. */
export async function addSigningCertificate(
  store: Store,
  tenantId: string,
  contact: string,
): Promise<string> {
  const { _id } = await store.signingCertificates.create(tenantId, {
    name: 'Firma',
    algorithm: 'rsa-2048',
    origin: 'generated',
    subject: 'CN=Instituto Cordillera',
    fingerprint: createHash('sha256').update(contact).digest('hex'),
    pem: 'pem',
    params: { reason: '', location: '', contactInfo: `mailto:${contact}`, name: 'Instituto' },
    notBefore: new Date(),
    expiresAt: new Date(Date.now() + 1e9),
    createdBy: newId(),
    sealedKey: 'sealed',
  });
  return _id;
}

/** Creates an organization whose owner's address is verified, optionally confirmed by the operator; returns its id. */
export async function openOrganization(store: Store, name: string, isConfirmed: boolean): Promise<string> {
  const email = 'registro@example.test';
  const person = {
    issuer: 'https://issuer.test',
    subject: newId(),
    email,
    emailVerified: true,
    name: 'Owner',
  };
  const { _id: userId } = await store.users.signIn(person);
  const confirmation = { by: userId, at: new Date(), how: 'seen' };
  const { _id } = await store.tenants.create({
    name,
    owner: { userId, email, name: 'Owner' },
    ...(isConfirmed && { confirmation }),
  });
  return _id;
}

/** Adds a member who signed in with this address. */
export async function addMember(
  store: Store,
  tenantId: string,
  {
    email,
    emailVerified = true,
    isBlocked = false,
  }: { email: string; emailVerified?: boolean; isBlocked?: boolean },
): Promise<void> {
  const person = { issuer: 'https://issuer.test', subject: newId(), email, emailVerified, name: '' };
  const { _id: userId } = await store.users.signIn(person);
  const added = { userId, userEmail: email, userName: '', role: 'member' } as const;
  const member = await store.members.add(tenantId, added);
  if (isBlocked) await store.members.setStatus(tenantId, member._id, 'blocked');
}
