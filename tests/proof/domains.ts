// Custom domains: the whole way of an organization, kill -9, strangers at the edge, and no database. Writes a report as JSON:
// node domains.ts [--domains 400] [--kills 12] [--claims 8] [--names 10000] [--outage 60000] [--report FILE]
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { startStack } from '@sello/dev-stack';
import { isOutageSurvived, openStrangers, stopDatabase } from './domain-edge.ts';
import { isEveryDomainChecked, killBffWhileClaiming, killDomainWorker } from './domain-kills.ts';
import { startDomainServices } from './domain-services.ts';
import { isWholeWalk, walkDomain } from './domain-walk.ts';
import { stormEnvironment, stormSettings } from './storm.ts';

const { values } = parseArgs({
  options: {
    domains: { type: 'string', default: '400' },
    kills: { type: 'string', default: '12' },
    claims: { type: 'string', default: '8' },
    names: { type: 'string', default: '10000' },
    outage: { type: 'string', default: '60000' },
    report: { type: 'string' },
  },
});
const [kills, claims, names] = [Number(values.kills), Number(values.claims), Number(values.names)];

const services = await startDomainServices();
const stack = await startStack({
  environment: stormEnvironment,
  settings: { ...stormSettings, ...services.settings, DOMAIN_ADDRESSES: '203.0.113.7' },
});
try {
  const ownDomain = 'certificados-de-la-escuela.test';
  const walk = await walkDomain(stack, services, ownDomain);
  console.error(JSON.stringify(walk));
  const checking = await killDomainWorker(stack, services, { domains: Number(values.domains), kills });
  console.error(JSON.stringify(checking));
  const claiming = await killBffWhileClaiming(stack, services, { kills: claims });
  console.error(JSON.stringify(claiming));
  const outage = await stopDatabase(stack, Number(values.outage));
  console.error(JSON.stringify(outage));
  const strangers = await openStrangers(stack, names);
  console.error(JSON.stringify(strangers));
  const isProved =
    isWholeWalk(ownDomain, walk) &&
    isEveryDomainChecked(checking, kills) &&
    claiming.kills === claims &&
    claiming.verified === claims &&
    isOutageSurvived(outage) &&
    strangers.accepted === 0 &&
    strangers.certificatesMade === 0 &&
    strangers.asked <= names;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
  const day = new Date().toISOString().slice(0, 10);
  const report = `${JSON.stringify({ day, machine, isProved, walk, checking, claiming, outage, strangers }, null, 2)}\n`;
  if (values.report) await writeFile(values.report, report);
  else process.stdout.write(report);
  process.exitCode = isProved ? 0 : 1;
} finally {
  await stack.close();
  services.close();
}
