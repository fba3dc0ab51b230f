import { type Asset, assetEntity, wireView } from '@sello/contracts';
import type { AssetRecord } from '@sello/store';

const view = wireView(assetEntity);

export function assetView(record: AssetRecord, { logoUrl }: Pick<Asset, 'logoUrl'> = {}): Asset {
  return view(record, logoUrl === undefined ? {} : { logoUrl });
}
