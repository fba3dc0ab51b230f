export * from './certificate.ts';
export * from './file.ts';
export * from './issuer.ts';
export * from './tones.ts';
