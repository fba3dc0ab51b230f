import type { Block } from './block.ts';
import { frameBlocks } from './frames.ts';
import { letteringBlocks } from './lettering.ts';
import { sealBlocks } from './seals.ts';

export { type Block, type BlockOptions, blockCategories } from './block.ts';

/** The ready-made blocks of the editor, in the order in which its panel lists them. */
export const blocks = [...sealBlocks, ...frameBlocks, ...letteringBlocks] as const satisfies readonly Block[];
export type BlockKey = (typeof blocks)[number]['key'];
