/** The template editor without its view: a document, commands, history, and what they are made of. */
export { ownNameOf } from '@sello/design';
export { type Drawing, drawingOf, type Pen, type PointerSample } from '../../ui/drawing/drawing.ts';
export { type Alignment, selectedAlignments } from './alignment.ts';
export { clipboardType } from './clipboard.ts';
export type { Copied, Section } from './command.ts';
export { type ArgsOf, type CommandId, commands } from './commands/index.ts';
export { type PageSize, pageSizes, sizeOf } from './commands/pages.ts';
export { isStyled, selectedParagraphStyle, selectedStyle } from './commands/text-style.ts';
export { changeLabel, changesBetween, type DesignChange } from './diff.ts';
export { editedText, holdsText } from './editing.ts';
export { commandFor, commandOf, commandSections, type Executed, execute } from './execute.ts';
export { freeMiddle } from './free-place.ts';
export { boundsOfBoxes, boxInside, boxOnPage, type Placement, type Point } from './geometry.ts';
export { typedText, withRoom } from './growth.ts';
export { amendStep, type History, redo, startHistory, undo } from './history.ts';
export { closestFamily, withFamilies } from './import/families.ts';
export { type ImportedImage, type ImportNote, noteText } from './import/imported.ts';
export { exportTemplate, type ImportResult, importTemplate, withAssets } from './import/template-file.ts';
export { keyLabel, pageSizeLabel, refusalText, sectionLabel, typeLabel } from './labels.ts';
export type { Refusal } from './limits.ts';
export { type Properties, type PropertyName, sharedValue } from './properties.ts';
export { type KeyCap, keyCaps, type Platform } from './shortcuts.ts';
export { type Snap, type SnapLine, type SnapSpace, snapMove, snapResize } from './snap.ts';
export { withGrid } from './snap-grid.ts';
export {
  currentPage,
  type Editing,
  type EditorState,
  newId,
  openState,
  type Position,
  type TextSelection,
} from './state.ts';
export { type HtmlNode, paragraphsFromHtml } from './text/from-html.ts';
export { nearest } from './text/move.ts';
export { plainOf } from './text/runs.ts';
export { type CaretStop, placeAtColumn, type VisualLine } from './text/visual.ts';
export { printedTexts } from './texts.ts';
export { type Found, indexOf, isHidden, isLocked, selected } from './tree.ts';
export { type UnknownUse, unknownVariables, type VariableUse, variableUses } from './variables.ts';
