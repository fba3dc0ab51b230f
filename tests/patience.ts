/**
 * Milliseconds for which a test waits before it fails. Tests only bound their waiting: on a machine that does much else at a
 * time a minute is soon over.
 */
export const generous = 240_000;
