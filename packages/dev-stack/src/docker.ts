import { mkdir } from 'node:fs/promises';
import type { StartedTestContainer } from 'testcontainers';
import type { Reporter } from './report.ts';

export interface ContainerSpec {
  /** The service's name, for the progress. */
  work: string;
  /** Of the image, without a registry's host name. */
  image: string;
  port: number;
  command?: string[];
  env?: Record<string, string>;
  /** Folder on this machine, made when absent, and where the container sees it. */
  data: { here: string; there: string };
}

const LOOPBACK = '127.0.0.1';

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

/**
 * Starts a container that is removed with us, however we end; its data stays in the bind mount. Resolves when its port
 * is listened on. An engine on this machine publishes the port on loopback alone, because these servers ask for no
 * password.
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
  // Files that the container writes belong to our user.
  if (uid) container.withUser(`${uid}:${process.getgid?.() ?? uid}`);
  return container.start();
}

/** Where a container's port is reached, as `host:port`. */
export function addressOf(container: StartedTestContainer, port: number): string {
  const host = container.getHost();
  // Published on IPv4 alone, where "localhost" may name the other loopback first.
  return `${host === 'localhost' ? LOOPBACK : host}:${container.getMappedPort(port)}`;
}

/** Stops a container gracefully, so that it writes its memory to disk, and removes it. */
export async function stopContainer(container: StartedTestContainer): Promise<void> {
  await container.stop({ timeout: 15_000 });
}

/** Waits until the server inside really answers; stops the container when it does not in time. */
export async function untilAnswers(
  container: StartedTestContainer,
  ask: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await ask().catch(() => false))) {
    if (Date.now() > deadline) {
      await stopContainer(container);
      throw new Error('its container runs but does not answer');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
