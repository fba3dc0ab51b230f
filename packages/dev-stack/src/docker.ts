import { mkdir } from 'node:fs/promises';
import type { StartedTestContainer } from 'testcontainers';
import type { Reporter } from './report.ts';

export interface ContainerSpec {
  /** The service's name, for the progress report. */
  work: string;
  /** Name of the image, without a registry's host name. */
  image: string;
  port: number;
  command?: string[];
  env?: Record<string, string>;
  /** The folder on this machine, created when absent, and its mount point in the container. */
  data: { here: string; there: string };
}

const LOOPBACK = '127.0.0.1';

let engine: Promise<boolean> | undefined;

/**
 * Whether a Docker engine responds; checked once per process. The engine itself is called, because a client on PATH
 * does not prove that it runs.
 */
export function hasDockerEngine(): Promise<boolean> {
  engine ??= import('testcontainers').then(({ getContainerRuntimeClient }) =>
    getContainerRuntimeClient().then(
      () => true,
      () => false,
    ),
  );
  return engine;
}

/**
 * Starts a container that is removed when this process ends, in whatever way; its data is kept in the bind mount.
 * Resolves when the container listens on its port. A local engine publishes the port only on loopback, because these
 * servers require no password.
 */
export async function startContainer(spec: ContainerSpec, report: Reporter): Promise<StartedTestContainer> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  const { info } = await getContainerRuntimeClient();
  const isHere = ['localhost', LOOPBACK].includes(info.containerRuntime.host);

  class Container extends GenericContainer {
    protected override async beforeContainerCreated(): Promise<void> {
      const bindings = (this.hostConfig.PortBindings ?? {}) as Record<string, { HostIp?: string }[]>;
      if (isHere) for (const binding of Object.values(bindings).flat()) binding.HostIp = LOOPBACK;
    }
  }

  await mkdir(spec.data.here, { recursive: true });
  report.progress(spec.work, `container ${spec.image}`);
  const container = new Container(spec.image)
    .withExposedPorts(spec.port)
    .withEnvironment(spec.env ?? {})
    .withBindMounts([{ source: spec.data.here, target: spec.data.there, mode: 'rw' }])
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(120_000);
  if (spec.command) container.withCommand(spec.command);
  const uid = process.getuid?.();
  // Files that the container writes must belong to the current user.
  if (uid) container.withUser(`${uid}:${process.getgid?.() ?? uid}`);
  return container.start();
}

/** The address of a container's port, as `host:port`. */
export function addressOf(container: StartedTestContainer, port: number): string {
  const host = container.getHost();
  // Published only on IPv4, but "localhost" may resolve to ::1 first.
  return `${host === 'localhost' ? LOOPBACK : host}:${container.getMappedPort(port)}`;
}

/** Stops a container gracefully, so that it flushes its data to disk, and removes it. */
export async function stopContainer(container: StartedTestContainer): Promise<void> {
  await container.stop({ timeout: 15_000 });
}

/** Waits until the server in the container responds; stops the container after a timeout. */
export async function waitUntilReady(
  container: StartedTestContainer,
  ask: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await ask().catch(() => false))) {
    if (Date.now() > deadline) {
      await stopContainer(container);
      throw new Error('its container runs but does not respond');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
