import { assetsApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { file } from './file.ts';
import { importPdf } from './import-pdf.ts';
import { list } from './list.ts';
import { lostLetters } from './lost-letters.ts';
import { upload } from './upload.ts';

export const assets = implement(assetsApi, {
  list,
  upload,
  'import-pdf': importPdf,
  file,
  'lost-letters': lostLetters,
});
