import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { batchKind, events, jobs, type LiveEvent } from '@sello/contracts';
import { isTest } from './imports.ts';

/** Here batches publish what a count found, for every service that works on them. */
const batches = 'packages/queue/src/';

/** A relay passes on `event` as it came; what publishes an event makes it. */
const publishes = (name: string) =>
  new RegExp(`\\bpublish\\(\\s*'${name}'|\\bemit\\(\\s*'${name}',(?!\\s*event\\b)`);
const enqueues = (name: string) => new RegExp(`\\b(?:enqueue|ensureScheduled)\\(\\s*'${name}'`);

/**
 * Jobs that nothing puts into the queue and events that a service is said to publish and does not. Who works on a job
 * and who listens to an event is held by the types. The chunks of a batch are enqueued by its kind.
 */
export function unusedDeclarations(root: string): string[] {
  const sources = globSync('{packages,services}/*/src/**/*.ts', { cwd: root })
    .filter((file) => !isTest(file))
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(root, file), 'utf8') }));
  const isDone = (form: RegExp, folders: readonly string[]): boolean =>
    sources.some(({ file, text }) => folders.some((folder) => file.startsWith(folder)) && form.test(text));
  const kinds: readonly string[] = batchKind.options;
  return [
    ...Object.keys(jobs)
      .filter((name) => !kinds.includes(name) && !isDone(enqueues(name), ['services/', batches]))
      .map((name) => `the job ${name} is put into the queue by nothing`),
    ...Object.entries<LiveEvent>(events).flatMap(([name, { publishers }]) =>
      publishers
        .filter((service) => !isDone(publishes(name), [`services/${service}/src/`, batches]))
        .map((service) => `the event ${name} is not published by ${service}`),
    ),
  ];
}
