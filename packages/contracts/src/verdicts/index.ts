export * from './certificate.ts';
export * from './erased.ts';
export * from './file.ts';
export * from './headline.ts';
export * from './issuer.ts';
export * from './reasons.ts';
export * from './sentences.ts';
export * from './tones.ts';
