import { mkdir } from 'node:fs/promises';
import type { StartedTestContainer, WaitStrategy } from 'testcontainers';
import type { Reporter } from './report.ts';

export interface ContainerSpec {
  /** Which service it is, for the progress. */
  work: string;
  /** Of the image, without a registry's host name. */
  image: string;
  port: number;
  command?: string[];
  env?: Record<string, string>;
  /** Folder on this machine, made when absent, and where the container sees it. */
  data: { here: string; there: string };
  logWhenReady?: RegExp;
}

let engine: Promise<boolean> | undefined;

/** Whether a Docker engine answers; asked once per process. A client on PATH proves nothing, so the engine is asked. */
export function hasDockerEngine(): Promise<boolean> {
  engine ??= import('testcontainers').then(({ getContainerRuntimeClient }) =>
    getContainerRuntimeClient().then(
      () => true,
      () => false,
    ),
  );
  return engine;
}

/** Starts a container that is removed with us, however we end; its data stays in the bind mount. */
export async function startContainer(spec: ContainerSpec, report: Reporter): Promise<StartedTestContainer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  await mkdir(spec.data.here, { recursive: true });
  report.progress(spec.work, `container ${spec.image}`);
  const wait: WaitStrategy = spec.logWhenReady
    ? Wait.forAll([Wait.forListeningPorts(), Wait.forLogMessage(spec.logWhenReady)])
    : Wait.forListeningPorts();
  const container = new GenericContainer(spec.image)
    .withExposedPorts(spec.port)
    .withEnvironment(spec.env ?? {})
    .withBindMounts([{ source: spec.data.here, target: spec.data.there, mode: 'rw' }])
    .withWaitStrategy(wait)
    .withStartupTimeout(120_000);
  if (spec.command) container.withCommand(spec.command);
  const uid = process.getuid?.();
  // What the container writes stays ours to read and delete.
  if (uid) container.withUser(`${uid}:${process.getgid?.() ?? uid}`);
  return container.start();
}

/** Stops a container in order, so that what it holds in memory reaches the disk, and removes it. */
export async function stopContainer(container: StartedTestContainer): Promise<void> {
  await container.stop({ timeout: 15_000 });
}
