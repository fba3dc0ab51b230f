import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { batchKind, events, jobs, type LiveEvent } from '@sello/contracts';
import { isTest } from './imports.ts';

/** The queue publishes the progress of batches for every service that works on them. */
const batches = 'packages/queue/src/';

/** A relay emits the `event` that it received; a publisher creates it. */
const publishes = (name: string) =>
  new RegExp(`\\bpublish\\(\\s*'${name}'|\\bemit\\(\\s*'${name}',(?!\\s*event\\b)`);
const enqueues = (name: string) => new RegExp(`\\b(?:ask|enqueue|ensureScheduled)\\(\\s*'${name}'`);

/**
 * Jobs that nothing enqueues, and events that a declared publisher does not publish. The types already ensure that a job
 * has a handler and an event its listeners. Chunks of a batch are enqueued by the batch's kind.
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
      .map((name) => `the job ${name} is enqueued by nothing`),
    ...Object.entries<LiveEvent>(events).flatMap(([name, { publishers }]) =>
      publishers
        .filter((service) => !isDone(publishes(name), [`services/${service}/src/`, batches]))
        .map((service) => `the event ${name} is not published by ${service}`),
    ),
  ];
}
