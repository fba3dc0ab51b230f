import type { Row } from '../scripts/bench.ts';
import { benchDue } from './domains/due.ts';
import { benchHosts } from './domains/hosts.ts';
import { benchMail } from './domains/mail.ts';

const parts = { due: benchDue, hosts: benchHosts, mail: benchMail };

/** Domains that are due, own hosts and what the edge asks, signed e-mails; `BENCH_PARTS` names some of them. */
export async function bench(): Promise<Row[]> {
  const wanted = process.env.BENCH_PARTS?.split(',') ?? Object.keys(parts);
  const rows: Row[] = [];
  for (const [name, part] of Object.entries(parts)) if (wanted.includes(name)) rows.push(...(await part()));
  return rows;
}
