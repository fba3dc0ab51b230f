export { canRun } from './can-run.ts';
export { type MongoGateway, type StartOptions, startMongoGateway } from './start.ts';
export { checkSubset } from './subset.ts';
// Exported because dev-stack fetches other programs of the distribution in the same way.
export { download, fetchIndex, unpack } from './tree/apt.ts';
export { runOrThrow } from './tree/command.ts';
export { readElf } from './tree/elf.ts';
export { takeLock } from './tree/lock.ts';
export { parseIndex, resolveDependencies } from './tree/packages.ts';
export { resolveLibraries } from './tree/shared-libraries.ts';
