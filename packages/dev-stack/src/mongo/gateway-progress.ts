import type { Reporter } from '../report.ts';

/** The gateway's steps as texts, with their units. */
const steps: Record<string, { words: string; unit?: string }> = {
  index: { words: 'package index' },
  download: { words: 'download', unit: 'bytes' },
  unpack: { words: 'unpack', unit: 'packages' },
  initdb: { words: 'first set-up' },
};

/** Hands the gateway's progress lines (JSON, `{progress: {step, done, total}}`) on to the reporter. */
export function readProgress(said: string, report: Reporter): void {
  for (const line of said.split('\n')) {
    if (!line.startsWith('{"progress"')) continue;
    const { progress } = JSON.parse(line) as { progress: { step: string; done?: number; total?: number } };
    const step = steps[progress.step];
    if (step) report.progress('MongoDB', step.words, progress.done, progress.total, step.unit);
  }
}
