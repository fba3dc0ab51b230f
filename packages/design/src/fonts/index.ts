export { coverageOf, encodeCoverage } from './coverage.ts';
export { emojiFamily, scriptsOfFamily } from './fallback.ts';
export { FallbackChains, type FontFile } from './fallback-chains.ts';
export { type CatalogueFace, type CatalogueFamily, catalogueFamilies, isPairwise } from './families.ts';
export { type FontPack, fontPacks } from './packs.ts';
