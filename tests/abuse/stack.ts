import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { batchesApi, certificatesApi, studentsApi, tenantsApi } from '@sello/contracts';
import { type ApiClient, type Stack, signIn, startingTemplate, startStack } from '@sello/dev-stack';
import { openStore, type Store } from '@sello/store';
import type { Size } from './attack.ts';

/** A person with an organization of their own, one student and the built-in templates. */
export interface Organization {
  person: ApiClient;
  tenant: string;
  studentId: string;
  templateId: string;
}

/** The stack under attack, with services in separate processes, and an honest organization on it. */
export interface AbuseStack {
  stack: Stack;
  /** The database, to prepare an attack. */
  store: Store;
  honest: Organization & { certId: string };
  /** A new account with a new organization, as anybody can make one. */
  stranger(): Promise<Organization>;
  /** An honest look-up from a new client address. Returns its response time, ms; throws unless the response is 200. */
  lookUp(): Promise<number>;
  /** An honest user opens the start page, which is read from the disk. Returns its response time, ms. */
  page(): Promise<number>;
  /** Honest checks of the honest certificate's file, and how many were not answered with `issued`. */
  honestChecks(): HonestChecks;
  /** Runs something and measures by how much the resident memory of a service grew at its peak, MB. */
  memoryDuring<Result>(
    service: string,
    run: () => Promise<Result>,
  ): Promise<{ result: Result; memoryMb: number }>;
  /** The log of a service. */
  log(service: string): Promise<string>;
  close(): Promise<void>;
}

export interface HonestChecks {
  check(): Promise<number>;
  refused(): number;
}

/** A sample has a smaller budget for heavy templates, so that it is shorter. */
const renderBudget = { sample: { RENDER_BUDGET_MS: '100' }, full: {} } as const;

export async function openAbuseStack(size: Size): Promise<AbuseStack> {
  const stack = await startStack({
    web: false,
    services: ['bff', 'render-worker'],
    environment: {},
    // Client addresses come from the header, so that attackers and honest users have different ones.
    settings: { TRUST_PROXY: '1', ...renderBudget[size] },
  });
  const store = await openStore({ url: stack.env.MONGO_URL!, appName: 'abuse', ensureIndexes: false });

  const own = await openOrganization(stack, 'Honest School');
  const issued = await issueOne(own);
  const honest = { ...own, certId: issued.certId };
  const file = await (await fetch(`${stack.app}/c/${honest.certId}`)).arrayBuffer();

  async function lookUp(): Promise<number> {
    const begun = performance.now();
    const response = await fetch(`${stack.app}/api/verify?fn=lookup&hash=${honest.certId}`, {
      headers: { 'x-forwarded-for': newAddress() },
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`an honest look-up got the status ${response.status}`);
    return performance.now() - begun;
  }

  // Serving this file needs the thread pool, also when the file is missing.
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
    stranger: () => openOrganization(stack, 'Stranger'),
    async memoryDuring(service, run) {
      const { pid } = stack.processes.find(({ name }) => name === service)!;
      const read = async (name: string) => {
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
      };
      // Resets the peak of the resident memory (proc(5), clear_refs).
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

/** A new account with an organization, one student and a built-in template. */
export async function openOrganization(stack: Stack, name: string): Promise<Organization> {
  const person = await signIn(stack, { email: `${randomBytes(6).toString('hex')}@abuse.example` });
  const tenant = (await person.call(tenantsApi, 'create', { body: { name } }))._id;
  const body = { fullName: 'Ana Honrada', idNumber: '1', email: 'ana@abuse.example' };
  const studentId = (await person.call(studentsApi, 'upsert', { tenant, body }))._id;
  const templateId = await startingTemplate(person, tenant, 'honourable-mention');
  return { person, tenant, studentId, templateId };
}

/** Longer than any user waits for one certificate, ms. */
const patienceMs = 120_000;

/** Issues one unsigned certificate. Returns how long that took, ms; without a `certId` after `patienceMs`. */
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

/** A new client address in a network of its own; the BFF does not treat private ranges differently. */
let addresses = 0;
export function newAddress(): string {
  addresses++;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
