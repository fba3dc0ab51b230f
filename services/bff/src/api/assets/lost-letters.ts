import type { assetsApi } from '@sello/contracts';
import { mayLackLetters } from '@sello/render';
import { findAssets } from '../../assets/find-asset.ts';
import type { Handler } from '../../http/implement.ts';

/** Results by SHA-256: the bytes of an asset never change. */
const known = new Map<string, boolean>();
const mostKnown = 10_000;

export const lostLetters: Handler<(typeof assetsApi.calls)['lost-letters']> = async (
  call,
  { store, blobs },
) => {
  const assets = await findAssets(store, call.tenantId, call.query.ids.split(','));
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
