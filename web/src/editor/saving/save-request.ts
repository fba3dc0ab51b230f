import type { OnServer, SavedDocument } from './document.ts';

/** One save: sent again with the same key it is the same save. */
export interface SaveRequest {
  key: string;
  /** Null: a new template is made. */
  from: { id: string; rev: number } | null;
  document: SavedDocument;
  thumbnail: string | null;
}

export type SaveAnswer = Pick<OnServer, 'id' | 'rev' | 'updatedAt' | 'thumbnailUrl'>;
