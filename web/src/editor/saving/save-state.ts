import type { ParseKeys } from 'i18next';
import type { OnServer } from './document.ts';

/** A newer version that somebody saved. `theirs` is absent until it could be read. */
export interface Conflict {
  rev: number;
  updatedAt: string;
  /** Name or e-mail of the person. */
  updatedBy?: string | undefined;
  theirs?: OnServer | undefined;
}

/** Where the newest version is. Times in ms since 1970. */
export type SaveStatus =
  /** Never changed and never saved. */
  | { kind: 'new' }
  | { kind: 'saved'; at: number }
  | { kind: 'saving' }
  /** The server does not answer; `retryAt` is null while the browser itself is offline. */
  | { kind: 'offline'; retryAt: number | null }
  | { kind: 'failed'; error: unknown; retryAt: number }
  | { kind: 'signedOut' }
  | { kind: 'conflict'; conflict: Conflict }
  /** The template was deleted meanwhile. */
  | { kind: 'deleted' }
  /** The server does not take this document, and will not take it later: a change is needed. */
  | { kind: 'refused'; error: unknown }
  /** The person may not edit it any more. */
  | { kind: 'forbidden'; error: unknown };

/** `isKept`: what is not saved would survive a closed tab. */
export type SaveState = SaveStatus & { isKept: boolean };

/** The word for it. What is not kept in this browser would be lost with the tab. */
export function wordOf({ kind, isKept }: SaveState): ParseKeys {
  if (kind === 'offline' && !isKept) return 'editorSaving.state.offlineNotKept';
  return `editorSaving.state.${kind}`;
}
