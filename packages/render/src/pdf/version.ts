import type { Design } from '@sello/contracts';

/** Version 2 writes tagged PDF/A files; designs stored as version 1 keep their output. */
export type RenderingVersion = Design['renderingVersion'];
