import { runCommand } from './operator-command.ts';
import { runRewrapKeys } from './rewrap-keys/command.ts';

// `npm run rewrap-keys -- [--check] [--data DIR]`: seals every stored signing key to the first key of
// SIGNING_KEYS_PRIVATE, whichever of them it is sealed to now; with DKIM_KEYS_PRIVATE the DKIM keys as well. With --check it
// changes nothing. Exit code 1 when a key cannot be opened with any of them.
await runCommand(runRewrapKeys);
