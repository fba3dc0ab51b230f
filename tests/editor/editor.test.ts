import { drawing } from './drawing.suite.ts';
import { inEditor } from './in-editor.ts';
import { keysOfThePage } from './keys.suite.ts';
import { usingPanels } from './panels.suite.ts';
import { touching } from './touch.suite.ts';
import { typing } from './typing.suite.ts';

inEditor('the template editor in Chromium', [drawing, typing, keysOfThePage, usingPanels, touching]);
