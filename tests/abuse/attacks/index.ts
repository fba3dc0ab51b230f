import type { Attack } from '../attack.ts';
import { borrowedAssets } from './borrowed-assets.ts';
import { callFlood } from './call-flood.ts';
import { copiedCookies } from './copied-cookies.ts';
import { manySignatureUploads, stalledUploads } from './file-checks.ts';
import { heavyTemplate } from './heavy-template.ts';
import { hostileImports } from './hostile-imports.ts';
import { internalPaths } from './internal-paths.ts';
import { lookAlikes } from './look-alikes.ts';
import { manyKeys } from './many-keys.ts';
import { manyValues } from './many-values.ts';
import { neighbouringIds } from './neighbouring-ids.ts';
import { reportFlood } from './report-flood.ts';
import { slowBodies } from './slow-bodies.ts';
import { slowHeads } from './slow-heads.ts';
import { socketCrowd } from './socket-crowd.ts';
import { wholeLists } from './whole-lists.ts';

export const attacks: readonly Attack[] = [
  internalPaths,
  neighbouringIds,
  borrowedAssets,
  copiedCookies,
  reportFlood,
  lookAlikes,
  socketCrowd,
  callFlood,
  manyValues,
  manyKeys,
  wholeLists,
  stalledUploads,
  manySignatureUploads,
  heavyTemplate,
  hostileImports,
  slowHeads,
  slowBodies,
];
