import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends the child processes when this process is killed: a shell that reads their process ids from a pipe, which closes
 * with this process. It then stops the services first, so that they can still release their jobs, then the servers. Ten
 * seconds each, then SIGKILL.
 */
const SCRIPT = `
trap '' INT HUP TERM
services= servers=
without() { gone=$1; shift; for p in "$@"; do [ "$p" = "$gone" ] || printf ' %s' "$p"; done; }
while read -r what pid; do
  case $what in
    service) services="$services $pid" ;;
    server) servers="$servers $pid" ;;
    gone) services=$(without "$pid" $services); servers=$(without "$pid" $servers) ;;
  esac
done
end() {
  [ $# -gt 0 ] || return 0
  for p in "$@"; do kill -TERM "$p" 2>/dev/null; done
  round=0
  while [ $round -lt 100 ]; do
    left=
    for p in "$@"; do kill -0 "$p" 2>/dev/null && left="$left $p"; done
    [ -n "$left" ] || return 0
    round=$((round + 1)); sleep 0.1
  done
  for p in $left; do kill -KILL "$p" 2>/dev/null; done
}
end $services
end $servers
`;

export class Reaper {
  readonly #child: ChildProcess;

  constructor() {
    // A separate process group: Ctrl-C in the terminal must not end it too early.
    this.#child = spawn('/bin/sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    this.#child.stdin!.on('error', () => {});
    this.#child.unref();
  }

  /** Registers a process; a `service` is stopped before a `server`. */
  add(kind: 'service' | 'server', pid: number): void {
    this.#child.stdin!.write(`${kind} ${pid}\n`);
  }

  /** Removes a process that has ended. */
  drop(pid: number): void {
    this.#child.stdin!.write(`gone ${pid}\n`);
  }

  /** Ends the registered processes and the reaper. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.#child.ref();
    this.#child.stdin!.end();
    await ended;
  }
}
