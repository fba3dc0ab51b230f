import type { LetterSubjects, Signatory, tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { isSameAddress, membersAddresses } from '@sello/letters';
import { type Store, skeletonOf } from '@sello/store';
import type { Signups } from '../../auth/signups.ts';
import type { Person } from '../../http/access.ts';
import type { Handler } from '../../http/implement.ts';
import { checkNames, type GivenNames } from '../../identity/names.ts';
import { tenantSettingsView } from '../../views/tenant.ts';
import { memberRole } from './settings.ts';

/** Only changed names are checked: existing ones were checked when they were set. */
async function changedNames(
  store: Pick<Store, 'tenants'>,
  tenantId: string,
  { name, publicName }: GivenNames,
): Promise<GivenNames> {
  if (name === undefined && publicName === undefined) return {};
  const before = await store.tenants.get(tenantId);
  return {
    ...(name !== before?.name && { name }),
    ...(publicName !== before?.publicName && { publicName }),
  };
}

/**
 * The operator's confirmation is valid for the name that was checked: a new name withdraws it, unless a super admin
 * changes the name, or sign-up is not open, so that the operator knows everybody who can sign in.
 */
async function withdrawIfRenamed(
  tenantId: string,
  { name, publicName }: GivenNames,
  { person, store, signups }: { person: Person; store: Pick<Store, 'tenants'>; signups: Signups },
): Promise<void> {
  if (person.isSuperAdmin || signups !== 'open') return;
  const before = await store.tenants.get(tenantId);
  if (!before?.confirmation) return;
  const isNew = (given: string | undefined, old: string) =>
    given !== undefined && skeletonOf(given) !== skeletonOf(old);
  if (isNew(name, before.name) || isNew(publicName, before.publicName))
    await store.tenants.withdraw(tenantId);
}

/** Without those that are left empty; `null` when none is left. */
function ownSubjects(subjects: LetterSubjects): LetterSubjects | null {
  const own = Object.entries(subjects).filter(([, subject]) => subject !== '');
  return own.length === 0 ? null : Object.fromEntries(own);
}

/** Throws `signature_unknown` for one that was not uploaded as signature, unless the settings name it already. */
async function keepSignatures(
  store: Pick<Store, 'assets' | 'tenants'>,
  tenantId: string,
  signatories: readonly Signatory[] | undefined = [],
): Promise<void> {
  const ids = signatories.flatMap(({ signature }) => signature ?? []);
  if (ids.length === 0) return;
  const named = (await store.tenants.get(tenantId))?.signatories?.flatMap(({ signature }) => signature ?? []);
  const kept = await store.assets.keep(tenantId, 'signature', ids, named);
  const lost = signatories.find(({ signature }) => signature !== undefined && !kept.has(signature));
  if (lost) throw new AppError('signature_unknown', { details: { name: lost.name } });
}

export const settingsUpdate: Handler<(typeof tenantsApi.calls)['settings-update']> = async (
  { tenantId, roles, body, person },
  { store, blobs, audit, links, signups },
) => {
  if (typeof body.logoUrl === 'string') {
    // The content security policy allows no images from other origins, so a logo must be one of our own pictures.
    const key = links.logoKeyOf(tenantId, body.logoUrl);
    // First its record and then its object: from here on the sweep of unsaved logos leaves both.
    const isKept = key !== undefined && (await store.assets.keepLogo(tenantId, key));
    if (!isKept || (await blobs.head(key)) === undefined) {
      const message = key === undefined ? 'not ours' : 'not stored';
      throw new AppError('invalid_payload', { details: { issues: [{ path: 'logoUrl', message }] } });
    }
  }
  await keepSignatures(store, tenantId, body.signatories);
  const addresses = await membersAddresses(store, tenantId);
  const { letterReplyTo, letterSubjects } = body;
  if (letterReplyTo && !addresses.some((address) => isSameAddress(address, letterReplyTo)))
    throw new AppError('reply_address_unknown');
  await checkNames(store, await changedNames(store, tenantId, body), {
    exceptId: tenantId,
    isSuperAdmin: person.isSuperAdmin,
  });
  await withdrawIfRenamed(tenantId, body, { person, store, signups });
  const tenant = await store.tenants.update(tenantId, {
    ...body,
    ...(letterSubjects && { letterSubjects: ownSubjects(letterSubjects) }),
    ...(body.signatories?.length === 0 && { signatories: null }),
  });
  await audit.note(tenantId, person, {
    action: 'tenants.settings-update',
    details: { changed: Object.keys(body) },
  });
  return tenantSettingsView(tenant, memberRole(roles), addresses, await store.domains.of(tenantId));
};
