import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { batchesApi, certificatesApi, studentsApi, templatesApi, tenantsApi } from '@sello/contracts';
import { type ApiClient, type Stack, signIn, startStack } from '@sello/dev-stack';
import { openStore, type Store } from '@sello/store';
import type { Size } from './attack.ts';

/** A person with an organization of their own, one student and the built-in templates. */
export interface Organization {
  person: ApiClient;
  tenant: string;
  studentId: string;
  templateId: string;
}

/** The platform as it is attacked: services as processes of their own, and an honest organization beside. */
export interface AbuseStack {
  stack: Stack;
  /** The database, for what an attack needs before it begins. */
  store: Store;
  honest: Organization & { certId: string };
  /** A new account with a new organization, as anybody can make one. */
  stranger(): Promise<Organization>;
  /** An honest look-up from an address of its own; answers its ms, and throws unless it is answered well. */
  lookUp(): Promise<number>;
  /** An honest person opens the start page: a file that is read from the disk. */
  page(): Promise<number>;
  /** An honest person checks the honest certificate's file, and from how many the answer was not that it is as issued. */
  honestChecks(): HonestChecks;
  /** How much larger a service's resident memory became at its largest while this ran, MB. */
  memoryDuring<Result>(
    service: string,
    run: () => Promise<Result>,
  ): Promise<{ result: Result; memoryMb: number }>;
  /** What a service has logged. */
  log(service: string): Promise<string>;
  close(): Promise<void>;
}

export interface HonestChecks {
  check(): Promise<number>;
  refused(): number;
}

/** A sample does not wait for the whole budget of a heavy template. */
const renderBudget = { sample: { RENDER_BUDGET_MS: '100' }, full: {} } as const;

export async function openAbuseStack(size: Size): Promise<AbuseStack> {
  const stack = await startStack({
    web: false,
    services: ['bff', 'render-worker'],
    environment: {},
    // Addresses are told by the header, so that attackers and honest people come from different ones.
    settings: { TRUST_PROXY: '1', ...renderBudget[size] },
  });
  const store = await openStore({ url: stack.env.MONGO_URL!, appName: 'abuse', ensureIndexes: false });

  async function organization(name: string): Promise<Organization> {
    const person = await signIn(stack, { email: `${randomBytes(6).toString('hex')}@abuse.example` });
    const tenant = (await person.call(tenantsApi, 'create', { body: { name } }))._id;
    const body = { fullName: 'Ana Honrada', idNumber: '1', email: 'ana@abuse.example' };
    const studentId = (await person.call(studentsApi, 'upsert', { tenant, body }))._id;
    const { items } = await person.call(templatesApi, 'list', { tenant, query: { limit: 10 } });
    return { person, tenant, studentId, templateId: items[0]!._id };
  }

  const own = await organization('Honest School');
  const issued = await issueOne(own);
  const honest = { ...own, certId: issued.certId };
  const file = await (await fetch(`${stack.app}/c/${honest.certId}`)).arrayBuffer();

  async function lookUp(): Promise<number> {
    const begun = performance.now();
    const response = await fetch(`${stack.app}/api/verify?fn=lookup&hash=${honest.certId}`, {
      headers: { 'x-forwarded-for': newAddress() },
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`an honest look-up was answered with ${response.status}`);
    return performance.now() - begun;
  }

  // A file of the pool's: what is not there is looked for there as well.
  async function page(): Promise<number> {
    const begun = performance.now();
    await (await fetch(`${stack.app}/`, { headers: { accept: 'text/html' } })).arrayBuffer();
    return performance.now() - begun;
  }

  function honestChecks(): HonestChecks {
    let refused = 0;
    async function check(): Promise<number> {
      const form = new FormData();
      form.set('file', new Blob([file]), 'certificate.pdf');
      const begun = performance.now();
      const response = await fetch(`${stack.app}/api/verify?fn=file`, {
        ...{ method: 'POST', headers: { 'x-forwarded-for': newAddress() }, body: form },
      });
      const answer = (await response.json()) as { file?: { bytes: string } };
      if (answer.file?.bytes !== 'issued') refused++;
      return performance.now() - begun;
    }
    return { check, refused: () => refused };
  }

  return {
    stack,
    store,
    honest,
    lookUp,
    page,
    honestChecks,
    stranger: () => organization('Stranger'),
    async memoryDuring(service, run) {
      const { pid } = stack.processes.find(({ name }) => name === service)!;
      const read = async (name: string) => {
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
      };
      // The largest size so far is forgotten (proc(5), clear_refs).
      await writeFile(`/proc/${pid}/clear_refs`, '5');
      const before = await read('VmRSS');
      const result = await run();
      return { result, memoryMb: Math.round((await read('VmHWM')) - before) };
    },
    log: (service) => readFile(join(stack.dataDir, 'logs', `${service}.log`), 'utf8'),
    async close() {
      await store.close();
      await stack.close();
    },
  };
}

/** Longer than anybody times for one certificate, ms. */
const patienceMs = 120_000;

/** Issues one unsigned certificate; answers how long that took, ms, at most as long as anybody times. */
export async function issueOne({
  person,
  tenant,
  studentId,
  templateId,
}: Organization): Promise<{ certId: string; ms: number }> {
  const begun = performance.now();
  const ms = () => Math.round(performance.now() - begun);
  const body = { student: { _id: studentId }, templateId };
  const asked = await person.call(certificatesApi, 'generate', { tenant, isAsync: true, body });
  const query = { id: (asked as { batchId: string }).batchId };
  while (ms() < patienceMs) {
    const { batch, items } = await person.call(batchesApi, 'get', { tenant, query });
    if (batch.failed > 0) throw new Error(`a certificate failed: ${JSON.stringify(items[0]?.error)}`);
    if (batch.state === 'done') return { certId: items[0]!.certId!, ms: ms() };
    await pause(20);
  }
  return { certId: '', ms: ms() };
}

/** A network that was not used before (TEST-NET and private ranges count like any other). */
let addresses = 0;
export function newAddress(): string {
  addresses++;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
