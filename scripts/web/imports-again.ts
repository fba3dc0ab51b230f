/** A dynamic import of a chunk, as the bundler writes it: `import('./Name-hash.js')`. */
const chunkImport = /\bimport\((["'`])\.\/[^"'`]+\.js\1\)/g;

/** Hands the failures of all dynamic imports of chunks to `web/src/import-again.ts`. */
export const withImportsAgain = (code: string): string => code.replace(chunkImport, '$&.catch(importAgain)');

/** A build plugin: a part that could not be loaded can be asked for again. */
export function importsAgain() {
  return {
    name: 'imports-again',
    apply: 'build' as const,
    renderChunk: (code: string) => ({ code: withImportsAgain(code), map: null }),
  };
}
