import type { Organization, Pausable } from '@sello/contracts';

/** The open dialog and its organization. */
export type Open =
  | { is: 'confirm'; organization: Organization }
  | { is: 'withdraw'; organization: Organization }
  | { is: 'pause'; organization: Organization; what: Pausable }
  | { is: 'resume'; organization: Organization; what: Pausable }
  | null;
