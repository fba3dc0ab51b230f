export { type Cost, costOf, isLightDesign, isLightRow } from './budget/cost.ts';
export type { CompiledFacts, TemplateImages } from './budget/messages.ts';
export {
  createRenderThread,
  type HeavyTemplate,
  type RenderThread,
  type RenderThreadOptions,
} from './budget/render-thread.ts';
export { type CompiledTemplate, type CompileOptions, compile } from './compile.ts';
export type { AssetSource } from './design-images.ts';
export { type FontFamily, type FontKind, type FontLibrary, loadFonts } from './fonts/library.ts';
export { familiesOf, type OwnFont, type OwnFontRecord, ownFontsOf } from './fonts/own.ts';
export { packFiles, packFolder } from './fonts/packs.ts';
export { createFontSanitizer, type FontSanitizer } from './fonts/sanitizer/font-sanitizer.ts';
export type { FontSource } from './fonts/source.ts';
export { createImageSanitizer, type ImageSanitizer } from './image-sanitizer/image-sanitizer.ts';
export type { SanitizedImage } from './image-sanitizer/sanitized-image.ts';
export type { LayoutReport, LayoutWarning } from './layout-check.ts';
/** @public For a review of a batch before it is issued. */
export { layoutCheck } from './layout-check.ts';
export { createNumberReader, type NumberReader } from './numbers/number-reader.ts';
export { elementWith, unreadableImage } from './pdf/images.ts';
export { mayLackLetters } from './pdf-import/lost-letters.ts';
export { createPdfImporter, type PdfImporter, type ReadOptions } from './pdf-import/pdf-importer.ts';
export type { Picture } from './picture/messages.ts';
export {
  createPictureThread,
  type PictureThread,
  type PictureThreadOptions,
} from './picture/picture-thread.ts';
export { type Stamped, stamp } from './stamp.ts';
export type { StampRow } from './values.ts';
