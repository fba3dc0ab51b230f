export { type AssetSource, type CompiledTemplate, type CompileOptions, compile } from './compile.ts';
export { type FontFamily, type FontLibrary, type FontSource, loadFonts } from './fonts/library.ts';
export { type Stamped, stamp } from './stamp.ts';
export type { StampRow } from './values.ts';
