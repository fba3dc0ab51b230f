/** `locked`: a password is needed. `failed`: it could not be read, or not within the budget. */
export type ReadNumbers = { read: 'done'; named: string[] } | { read: 'locked' | 'failed' };
