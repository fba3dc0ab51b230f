import { describe, expect, it } from 'vitest';
import { progressLine, type Screen, terminalReporter } from './report.ts';

function screen(isTTY: boolean): Screen & { text: string } {
  return {
    isTTY,
    columns: 80,
    text: '',
    write(text) {
      this.text += text;
    },
  };
}

describe('the terminal', () => {
  it('prints each quarter of a step once when it cannot redraw', () => {
    const out = screen(false);
    const report = terminalReporter(out);
    for (let done = 0; done <= 100; done++) report.progress('Redis', 'download', done, 100, 'packages');
    expect(
      out.text
        .trim()
        .split('\n')
        .map((line) => /(\d+) of/.exec(line)?.[1]),
    ).toEqual(['0', '25', '50', '75', '100']);
  });

  it('keeps running work below the messages and removes it when it ends', () => {
    const out = screen(true);
    const report = terminalReporter(out);
    report.progress('MongoDB', 'unpack', 1, 71, 'packages');
    report.progress('Redis', 'download', 2_500_000, 9_100_000, 'bytes');
    out.text = '';
    report.info('DNS: built in');
    const [taken, ...lines] = out.text.split('\x1b[J');
    expect(taken).toBe('\x1b[2A');
    expect(lines.join('')).toMatch(/^DNS: built in\n.*1 of 71 packages\n.*2\.5 of 9\.1 MB\n$/);
    report.ended('MongoDB');
    out.text = '';
    report.info('x');
    expect(out.text).not.toContain('MongoDB');
  });

  it('shows work of unknown size without a bar', () => {
    expect(progressLine('Web: build', 0, 0)).toBe('  Web: build …');
  });
});
