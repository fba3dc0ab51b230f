/**
 * Addresses of the modules with a top-level `await` that the code of this package imports, for `LimitedThreadOptions`: HarfBuzz
 * is instantiated when it is imported.
 */
export const awaitingModules = (): string[] => [import.meta.resolve('harfbuzzjs')];
