import type { fontsApi } from '@sello/contracts';
import { dictionaryWords } from '@sello/design';
import type { Handler } from '../../http/implement.ts';

/** The words that the renderer finds: it runs on the same version of Node. */
export const words: Handler<(typeof fontsApi.calls)['words']> = async ({ body }) => ({
  starts: body.texts.map((text) => [...dictionaryWords(text)]),
});
