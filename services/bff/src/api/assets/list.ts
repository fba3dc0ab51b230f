import type { assetsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { assetView } from '../../views/asset.ts';
import { tenantOfShelf } from './shelf.ts';

export const list: Handler<(typeof assetsApi.calls)['list']> = async (call, { store }) => {
  const owner = tenantOfShelf(call.query.shelf, call);
  return listed(
    call.query,
    (page) => store.assets.list(owner, { ...call.query, ...page }),
    (record) => assetView(record),
  );
};
