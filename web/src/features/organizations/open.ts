import type { Organization, Pausable } from '@sello/contracts';

/** The dialog that is open, and about which organization. */
export type Open =
  | { is: 'confirm'; organization: Organization }
  | { is: 'withdraw'; organization: Organization }
  | { is: 'pause'; organization: Organization; what: Pausable }
  | { is: 'resume'; organization: Organization; what: Pausable }
  | null;
