import type { Blobs } from '@sello/blobs';
import type { Logger } from '@sello/kit';
import type { Progress } from '@sello/queue';
import type { Store } from '@sello/store';

export interface DeletionContext {
  store: Pick<Store, 'batches' | 'domains' | 'endings' | 'revisions' | 'tenants' | 'trash'>;
  blobs: Pick<Blobs, 'delete'>;
  progress: Pick<Progress, 'publish'>;
  log: Logger;
}
