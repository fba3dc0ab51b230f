import type { Reporter } from '../report.ts';

/** Texts and units of the gateway's steps. */
const steps: Record<string, { text: string; unit?: string }> = {
  index: { text: 'package index' },
  download: { text: 'download', unit: 'bytes' },
  unpack: { text: 'unpack', unit: 'packages' },
  initdb: { text: 'first set-up' },
};

/** Forwards the gateway's progress lines (JSON, `{progress: {step, done, total}}`) to the reporter. */
export function readProgress(output: string, report: Reporter): void {
  for (const line of output.split('\n')) {
    if (!line.startsWith('{"progress"')) continue;
    const { progress } = JSON.parse(line) as { progress: { step: string; done?: number; total?: number } };
    const step = steps[progress.step];
    if (step) report.progress('MongoDB', step.text, progress.done, progress.total, step.unit);
  }
}
