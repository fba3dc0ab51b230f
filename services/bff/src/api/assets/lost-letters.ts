import type { assetsApi } from '@sello/contracts';
import { mayLackLetters } from '@sello/render';
import { catalogTenantId } from '@sello/store';
import type { Handler } from '../../http/implement.ts';

/** Results by SHA-256: the bytes of an asset never change. */
const known = new Map<string, boolean>();
const mostKnown = 10_000;

export const lostLetters: Handler<(typeof assetsApi.calls)['lost-letters']> = async (
  call,
  { store, blobs },
) => {
  // A super admin on the screens of the catalog names no organization.
  const tenantId: string | undefined = call.tenantId;
  const ids = call.query.ids.split(',');
  const owners = tenantId === undefined ? [catalogTenantId] : [tenantId, catalogTenantId];
  const assets = (await Promise.all(owners.map((owner) => store.assets.getMany(owner, ids)))).flat();
  const lost: string[] = [];
  for (const { _id, use, sha256, key } of assets) {
    if (use !== 'page') continue;
    let lacks = known.get(sha256);
    if (lacks === undefined) {
      lacks = mayLackLetters(await blobs.read(key));
      if (known.size >= mostKnown) known.clear();
      known.set(sha256, lacks);
    }
    if (lacks) lost.push(_id);
  }
  return { ids: lost };
};
