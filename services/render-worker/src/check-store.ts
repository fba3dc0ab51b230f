import { runCheckStore } from './check-store/command.ts';
import { runCommand } from './operator-command.ts';

// `npm run check-store -- [--repair [--wait]] [--objects] [--json FILE] [--data DIR]`: scans the whole store in bounded
// memory and compares rows, certificates, students and objects, with the code of the reconciler. Exit code 0: no gaps,
// or all repaired; 1: gaps are left; 2: the check failed. Without a database in the environment, the settings of the
// stack that runs on this machine are read from its data folder (`.data`, or --data).
await runCommand(runCheckStore);
