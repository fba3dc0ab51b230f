import { randomUUID } from 'node:crypto';
import { batchesApi, certificatesApi, studentsApi, tenantsApi, verifyUrl } from '@sello/contracts';
import { type Stack, signIn, startingTemplate } from '@sello/dev-stack';
import { startCaddy } from '../../services/bff/tests/caddy.ts';
import { until } from './domain-kills.ts';
import type { DomainServices } from './domain-services.ts';
import { untilReady } from './processes.ts';

export interface WalkResult {
  /** The address that an organization's certificate came from, and the domain that the message is signed for. */
  sender: string;
  signedFor: string;
  /** Links of the message that name the organization's own host, of all its links to verify pages. */
  ownLinks: [number, number];
  /** The status and the title of the page that the message leads to, over TLS at the edge. */
  page: { status: number; title: string };
  /** The status of the address in the code of a certificate that was issued before there was a domain. */
  codeIssuedBefore: number;
  /** How many e-mails the dialog says will have links that end, before the domain is removed. */
  linksThatEnd: number;
  /** The status of the page at the edge after that. */
  afterRemoval: number;
}

export const isWholeWalk = (domain: string, result: WalkResult): boolean =>
  result.sender === `certificates@${domain}` &&
  result.signedFor === domain &&
  result.ownLinks[0] > 0 &&
  result.ownLinks[0] === result.ownLinks[1] &&
  result.page.status === 200 &&
  result.codeIssuedBefore === 200 &&
  result.linksThatEnd === 1 &&
  result.afterRemoval === 421;

const READY_MS = 180_000;

/**
 * With only the records that it is shown entered in its zone, an organization proves its domain and uses it: its
 * certificates come by mail from its name, their pages open under its name over TLS, and codes printed before still work.
 */
export async function walkDomain(
  stack: Stack,
  services: DomainServices,
  domain: string,
): Promise<WalkResult> {
  await untilReady(stack, READY_MS);
  const client = await signIn(stack, { email: 'holder@walk.example' });
  const name = `Escuela ${randomUUID()}`;
  const tenant = (await client.call(tenantsApi, 'create', { body: { name } }))._id;
  const query = { tenantId: tenant };
  const templateId = await startingTemplate(client, tenant, 'honourable-mention');
  const [early, late] = await Promise.all(
    ['early', 'late'].map((who) =>
      client.call(studentsApi, 'upsert', {
        tenant,
        body: { fullName: `Luz ${who}`, idNumber: who, email: `${who}-${tenant}@walk.example` },
      }),
    ),
  );
  const ended = async (asked: Promise<object>): Promise<string[]> => {
    const { batchId } = (await asked) as { batchId: string };
    const found = await until(
      () => client.call(batchesApi, 'get', { tenant, query: { id: batchId } }),
      ({ batch }) => batch.endedAt !== undefined,
    );
    return found!.items.map(({ certId }) => certId!);
  };
  const issue = (_id: string) =>
    ended(
      client.call(certificatesApi, 'generate', {
        ...{ tenant, isAsync: true },
        body: { bulk: true, students: [{ _id, templateId }] },
      }),
    );
  const [certBefore] = await issue(early!._id);

  const read = () => client.call(tenantsApi, 'domains', { query });
  const check = () => client.call(tenantsApi, 'domains-add', { query, body: { domain, action: 'check' } });
  services.enter((await client.call(tenantsApi, 'domains-add', { query, body: { domain } })).dnsRecords);
  await check();
  await until(read, (found) => found?.status === 'verified');
  const settings = { useInVerification: true, useInEmails: true, useInOnboarding: true };
  services.enter((await client.call(tenantsApi, 'domains-update', { query, body: { settings } })).dnsRecords);
  await check();
  await until(read, (found) => found?.mail?.sendsAs === 'domain');

  await issue(late!._id);
  const { _id, fullName, email } = late!;
  await ended(
    client.call(certificatesApi, 'send-emails', {
      ...{ tenant, isAsync: true },
      body: { students: [{ _id, fullName, email: email! }], language: 'es' },
    }),
  );
  const mail = (await stack.inbox.list({ limit: 1_000 })).find(({ to }) =>
    to.includes(email!.toLowerCase()),
  )!;
  const links = (mail.text.match(/https?:\/\/\S+\/verify\/\w+/g) ?? []).map((link) => new URL(link));
  const edge = await startCaddy({ bffs: [stack.app], ask: `${stack.internal}/internal/tls-ask` });
  try {
    const openThere = () =>
      until(
        () => edge.open(domain, {}, links[0]!.pathname),
        (page) => page !== undefined,
      );
    const page = await openThere();
    const codeBefore = await fetch(verifyUrl(certBefore!, stack.app), { headers: { accept: 'text/html' } });
    const { emails } = await client.call(tenantsApi, 'domain-links', { query });
    await client.call(tenantsApi, 'domains-delete', { query });
    const gone = await until(
      () => edge.open(domain),
      (found) => found?.status === 421,
    );
    return {
      sender: /<(.+)>/.exec(mail.fromLine)?.[1] ?? mail.fromLine,
      signedFor: /\bd=([^;\s]+)/.exec(mail.headers['dkim-signature'] ?? '')?.[1] ?? 'nobody',
      ownLinks: [links.filter(({ hostname }) => hostname === domain).length, links.length],
      page: { status: page!.status, title: /<title>(.*?)<\/title>/.exec(page!.text)?.[1] ?? '' },
      ...{ codeIssuedBefore: codeBefore.status, linksThatEnd: emails, afterRemoval: gone?.status ?? 0 },
    };
  } finally {
    await edge.close();
  }
}
