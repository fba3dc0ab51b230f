export { coverageOf, encodeCoverage } from './coverage.ts';
export { emojiFamily, europeanFallback, hanStyleOf, scriptFallback, scriptsOfFamily } from './fallback.ts';
export { type CatalogueFace, type CatalogueFamily, catalogueFamilies } from './families.ts';
export { type FontPack, fontPacks } from './packs.ts';
