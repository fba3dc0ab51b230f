/** Output of a start: messages, warnings and the progress of work. */
export interface Reporter {
  info(line: string): void;
  warn(line: string): void;
  /** Progress of one step of a named task; `total` is 0 while its size is unknown. */
  progress(work: string, step: string, done?: number, total?: number, unit?: string): void;
  /** The named task has ended, successfully or not. */
  ended(work: string): void;
}

export const silentReporter: Reporter = { info() {}, warn() {}, progress() {}, ended() {} };

const BAR = 24;

function amount(value: number, unit: string | undefined): string {
  return unit === 'bytes' ? (value / 1_000_000).toFixed(1) : String(value);
}

export function progressLine(label: string, done: number, total: number, unit?: string): string {
  if (total === 0) return `  ${label} …`;
  const filled = Math.floor((BAR * Math.min(done, total)) / total);
  const counted = unit === 'bytes' ? 'MB' : (unit ?? '');
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}`;
  return `  ${label} ${bar} ${amount(done, unit)} of ${amount(total, unit)} ${counted}`.trimEnd();
}

/** The part of a terminal stream's interface that is used. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/**
 * Reports on a terminal: messages scroll, and running work is redrawn in the last lines. When the stream is not a
 * terminal, each step prints a line at its start, at each quarter and at its end.
 */
export function terminalReporter(screen: Screen): Reporter {
  return screen.isTTY ? drawing(screen) : printing(screen);
}

function printing(screen: Screen): Reporter {
  const shown = new Map<string, number>();
  const print = (line: string): void => void screen.write(`${line}\n`);
  return {
    info: print,
    warn: (line) => print(`! ${line}`),
    progress(work, step, done = 0, total = 0, unit) {
      const label = `${work}: ${step}`;
      const quarter = total === 0 ? 0 : Math.floor((4 * done) / total);
      if (shown.get(label) === quarter) return;
      shown.set(label, quarter);
      print(progressLine(label, done, total, unit));
    },
    ended: () => {},
  };
}

function drawing(screen: Screen): Reporter {
  const live = new Map<string, string>();
  let drawn = 0;
  const redraw = (line?: string): void => {
    let text = drawn > 0 ? `\x1b[${drawn}A\x1b[J` : '';
    if (line !== undefined) text += `${line}\n`;
    for (const entry of live.values()) text += `${entry.slice(0, (screen.columns ?? 100) - 1)}\n`;
    drawn = live.size;
    screen.write(text);
  };
  return {
    info: redraw,
    warn: (line) => redraw(`! ${line}`),
    progress(work, step, done = 0, total = 0, unit) {
      const line = progressLine(`${work}: ${step}`, done, total, unit);
      if (live.get(work) === line) return;
      live.set(work, line);
      redraw();
    },
    ended(work) {
      if (live.delete(work)) redraw();
    },
  };
}
