import { addElements, addImage, addPath, addText } from './add.ts';
import { alignCommands } from './align.ts';
import { caretCommands, selectParagraph, selectText, selectWholeText, selectWord } from './caret.ts';
import { copy, cut, paste, pasteInPlace } from './clipboard.ts';
import { deleteElements } from './delete.ts';
import { distributeCommands } from './distribute.ts';
import { duplicate } from './duplicate.ts';
import { group } from './group.ts';
import { addGuide, clearGuides, moveGuide, removeGuide } from './guides.ts';
import { moveLayers } from './layer-move.ts';
import { move, resize, rotate } from './move.ts';
import { nudges } from './nudge.ts';
import { opacityCommands } from './opacity.ts';
import { orderCommands } from './order.ts';
import {
  addPage,
  deletePage,
  duplicatePage,
  goToPage,
  movePage,
  movePageDown,
  movePageUp,
  nextPage,
  previousPage,
  resizePage,
  setBackground,
  setReadingOrder,
} from './pages.ts';
import { rename } from './rename.ts';
import { select, selectAll, selectNext, selectNone, selectPrevious } from './select.ts';
import { setProperty } from './set-property.ts';
import { changeSettings } from './settings.ts';
import { steps } from './steps.ts';
import { putElements, putPages, replaceDesign } from './template.ts';
import {
  compose,
  deletions,
  editText,
  insertVariable,
  leaveText,
  lineBreak,
  newParagraph,
  pasteText,
  typeText,
} from './text-edit.ts';
import { replaceText } from './text-replace.ts';
import { setParagraphStyle, setTextStyle, styleToggles } from './text-style.ts';
import { hide, lock } from './toggle.ts';
import { ungroup } from './ungroup.ts';
import { changeVariable, declareVariable, removeVariable, renameVariable } from './variables.ts';

/** Every command of the editor by its id: toolbar, menus, keys and the sheet of shortcuts are made from it. */
export const commands = {
  'add.text': addText,
  'add.image': addImage,
  ...addElements,
  'add.path': addPath,
  put: putElements,
  select,
  'select.all': selectAll,
  'select.none': selectNone,
  'select.next': selectNext,
  'select.previous': selectPrevious,
  move,
  resize,
  rotate,
  ...nudges,
  ...steps,
  ...alignCommands,
  ...distributeCommands,
  copy,
  cut,
  paste,
  pasteInPlace,
  duplicate,
  delete: deleteElements,
  group,
  ungroup,
  ...orderCommands,
  moveLayers,
  lock,
  hide,
  ...opacityCommands,
  rename,
  setProperty,
  'text.edit': editText,
  'text.leave': leaveText,
  'text.type': typeText,
  'text.compose': compose,
  'text.replace': replaceText,
  ...deletions,
  'text.newParagraph': newParagraph,
  'text.lineBreak': lineBreak,
  'text.variable': insertVariable,
  'text.paste': pasteText,
  ...styleToggles,
  'text.style': setTextStyle,
  'text.paragraph': setParagraphStyle,
  'text.select': selectText,
  'text.select.word': selectWord,
  'text.select.paragraph': selectParagraph,
  'text.select.all': selectWholeText,
  ...caretCommands,
  'page.add': addPage,
  'page.duplicate': duplicatePage,
  'page.move': movePage,
  'page.up': movePageUp,
  'page.down': movePageDown,
  'page.delete': deletePage,
  'page.show': goToPage,
  'page.next': nextPage,
  'page.previous': previousPage,
  'page.resize': resizePage,
  'page.background': setBackground,
  'page.readingOrder': setReadingOrder,
  'page.put': putPages,
  'template.replace': replaceDesign,
  'template.settings': changeSettings,
  'guide.add': addGuide,
  'guide.move': moveGuide,
  'guide.remove': removeGuide,
  'guide.clear': clearGuides,
  'variable.declare': declareVariable,
  'variable.change': changeVariable,
  'variable.rename': renameVariable,
  'variable.remove': removeVariable,
} as const;

export type CommandId = keyof typeof commands;
export type ArgsOf<Id extends CommandId> = Parameters<(typeof commands)[Id]['run']>[1];
