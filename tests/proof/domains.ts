// Custom domains: the whole way of an organization, its tab in a browser, kill -9, strangers at the edge, and no database.
// Writes a report as JSON, in which parts that are run alone replace those of an earlier run; the web must have been built:
// node domains.ts [--domains 400] [--kills 12] [--claims 8] [--names 10000] [--outage 60000] [--parts walk,tab] [--report FILE]
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { startStack } from '@sello/dev-stack';
import { isOutageSurvived, openStrangers, stopDatabase } from './domain-edge.ts';
import { isHandedOver, walkHandover } from './domain-handover.ts';
import { isEveryDomainChecked, killBffWhileClaiming, killDomainWorker } from './domain-kills.ts';
import { startDomainServices } from './domain-services.ts';
import { isTabProved, walkDomainTab } from './domain-tab.ts';
import { isNothingTaken, tryTakeovers } from './domain-takeovers.ts';
import { isWholeWalk, walkDomain } from './domain-walk.ts';
import { stormEnvironment, stormSettings } from './storm.ts';

const { values } = parseArgs({
  options: {
    domains: { type: 'string', default: '400' },
    kills: { type: 'string', default: '12' },
    claims: { type: 'string', default: '8' },
    names: { type: 'string', default: '10000' },
    outage: { type: 'string', default: '60000' },
    parts: { type: 'string' },
    report: { type: 'string' },
  },
});
const [domains, kills, claims, names, outageMs] = [
  ...[values.domains, values.kills, values.claims, values.names, values.outage].map(Number),
] as [number, number, number, number, number];

const services = await startDomainServices();
const stack = await startStack({
  environment: stormEnvironment,
  settings: { ...stormSettings, ...services.settings, DOMAIN_ADDRESSES: '203.0.113.7' },
});

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${process.platform} ${process.arch}, Node ${process.versions.node}`;

/** What a part of the proof found, and whether that proves it. */
interface Found {
  day: string;
  machine: string;
  isProved: boolean;
  result: unknown;
}
const part = <Result>(run: () => Promise<Result>, proves: (result: Result) => boolean) => {
  return async (): Promise<Found> => {
    const result = await run();
    const day = new Date().toISOString().slice(0, 10);
    return { day, machine, isProved: proves(result), result };
  };
};
const ownDomain = 'certificados-de-la-escuela.test';
const parts = {
  walk: part(
    () => walkDomain(stack, services, ownDomain),
    (result) => isWholeWalk(ownDomain, result),
  ),
  tab: part(() => walkDomainTab(stack, services), isTabProved),
  handover: part(() => walkHandover(stack), isHandedOver),
  takeovers: part(() => tryTakeovers(stack, services), isNothingTaken),
  checking: part(
    () => killDomainWorker(stack, services, { domains, kills }),
    (result) => isEveryDomainChecked(result, kills),
  ),
  claiming: part(
    () => killBffWhileClaiming(stack, services, { kills: claims }),
    (result) => result.kills === claims && result.verified === claims,
  ),
  outage: part(() => stopDatabase(stack, outageMs), isOutageSurvived),
  strangers: part(
    () => openStrangers(stack, names),
    ({ accepted, certificatesMade, asked }) => accepted === 0 && certificatesMade === 0 && asked <= names,
  ),
};

async function readReport(file: string): Promise<Record<string, Found>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { parts?: Record<string, Found> }).parts ?? {};
}

try {
  const wanted = values.parts?.split(',');
  const former = wanted && values.report ? await readReport(values.report) : {};
  const found: Record<string, Found> = {};
  for (const [name, run] of Object.entries(parts)) {
    const isRun = wanted?.includes(name) ?? true;
    const now = isRun ? await run() : former[name];
    if (now) found[name] = now;
    if (isRun) console.error(`${now?.isProved ? '✓' : '✗'} ${name} ${JSON.stringify(now?.result)}`);
  }
  const isProved = Object.keys(parts).every((name) => found[name]?.isProved);
  const report = `${JSON.stringify({ isProved, parts: found }, null, 2)}\n`;
  if (values.report) await writeFile(values.report, report);
  else process.stdout.write(report);
  process.exitCode = isProved ? 0 : 1;
} finally {
  await stack.close();
  services.close();
}
