import { fontsApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { deleteFont } from './delete.ts';
import { file } from './file.ts';
import { list } from './list.ts';
import { upload } from './upload.ts';
import { words } from './words.ts';

export const fonts = implement(fontsApi, { list, upload, delete: deleteFont, words, file });
