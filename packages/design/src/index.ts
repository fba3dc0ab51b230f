export * from './catalog/index.ts';
export * from './document.ts';
export * from './path.ts';
export * from './qr/symbol.ts';
export * from './sample.ts';
export * from './text/face.ts';
export * from './text/layout.ts';
export type { TextProblem } from './text/pieces.ts';
export * from './variables.ts';
