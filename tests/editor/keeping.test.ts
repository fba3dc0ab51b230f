import { conflicts } from './conflict.suite.ts';
import { importing } from './importing.suite.ts';
import { inEditor } from './in-editor.ts';
import { issuing } from './issuing.suite.ts';
import { savingByItself } from './saving.suite.ts';

inEditor('what the template editor keeps, takes in and issues', [
  savingByItself,
  conflicts,
  importing,
  issuing,
]);
