import { type Asset, assetEntity, wireView } from '@sello/contracts';
import type { AssetRecord } from '@sello/store';

const view = wireView(assetEntity);

export function assetView(record: AssetRecord): Asset {
  return view(record, {});
}
