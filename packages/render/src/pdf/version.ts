import type { Design } from '@sello/contracts';

/** Version 2 writes tagged files for archives; what was stored before is written as it always was. */
export type RenderingVersion = Design['renderingVersion'];
