// Storms: kill -9 of the processes of a running stack while certificates for 1,000 students are issued. Writes a report as
// JSON: node storms.ts [--seeds 20] [--from 1] [--students 1000] [--data DIR] [--report FILE]
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Stack, startStack, terminalReporter } from '@sello/dev-stack';
import { median } from '../../bench/measure/median.ts';
import { type Control, controlChecker } from './control.ts';
import { holdStorm, isProved, type StormResult, stormEnvironment, stormSettings } from './storm.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    students: { type: 'string', default: '1000' },
    data: { type: 'string' },
    report: { type: 'string' },
  },
});
const students = Number(values.students);
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.from) + index);

const open = (): Promise<Stack> =>
  startStack({
    web: false,
    environment: stormEnvironment,
    settings: stormSettings,
    // With --data the stack's data and logs are kept for analysis.
    ...(values.data && { dataDir: values.data, report: terminalReporter(process.stderr) }),
  });

const storms: (StormResult | { seed: number; error: string })[] = [];
let control: Control[] = [];
let stack = await open();
try {
  for (const seed of seeds) {
    try {
      const { result, school } = await holdStorm(stack, { seed, students });
      storms.push(result);
      if (control.length === 0 && isProved(result)) control = await controlChecker(stack, school);
    } catch (error) {
      storms.push({ seed, error: (error as Error).message });
      // A stack that did not recover must not fail the next seeds.
      await stack.close();
      stack = await open();
    }
    console.error(JSON.stringify(storms.at(-1)).slice(0, 1_500));
    // Written after each storm, so that an aborted run leaves its results.
    if (values.report) await writeFile(values.report, describeRun());
  }
} finally {
  await stack.close();
}
if (!values.report) process.stdout.write(describeRun());
const proved = storms.filter((storm) => 'kills' in storm && isProved(storm)).length;
const isControlled = control.length > 0 && control.every((entry) => entry.isReported);
console.error(`${proved} of ${seeds.length} proved; the checker reported every damage: ${isControlled}`);
process.exitCode = proved === seeds.length && isControlled ? 0 : 1;

function describeRun(): string {
  const held = storms.filter((storm) => 'kills' in storm);
  const times = held.flatMap((storm) => storm.endedAfterMs ?? []);
  const kills = Map.groupBy(
    held.flatMap((storm) => storm.kills),
    (kill) => kill.target,
  );
  const report = {
    day: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    students,
    seeds: seeds.length,
    proved: held.filter(isProved).length,
    kills: held.reduce((sum, storm) => sum + storm.kills.length, 0),
    killsByTarget: Object.fromEntries([...kills].map(([target, some]) => [target, some.length])),
    lastKillToEndMs: times.length > 0 ? { median: median(times), max: Math.max(...times) } : null,
    broughtBackBy: {
      'mongo-gateway, redis, bff, render-worker, mail-worker': 'the supervision of the stack (dev-stack)',
      postmaster: 'the gateway',
    },
    control,
    storms,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
