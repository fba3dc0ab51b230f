import type { Blobs } from '@sello/blobs';
import type { PreflightEvent } from '@sello/contracts';
import type { PictureThread } from '@sello/render';
import type { Store } from '@sello/store';
import type { PreviewThreads } from '../previews/preview-threads.ts';

export interface PreflightDependencies {
  store: Pick<Store, 'templates' | 'students' | 'tenants' | 'assets' | 'fonts'>;
  blobs: Blobs;
  threads: PreviewThreads;
  pictures: PictureThread;
  publicUrl: string;
  /** Tells browsers how far it is. Does not throw. */
  publish(event: PreflightEvent): void;
}
