import type { DnsRecordState } from '@sello/store';
import { afterEach, describe, expect, it } from 'vitest';
import { checkRecords } from '../src/checking/check.ts';
import { createNameServers } from '../src/dns/name-servers.ts';
import { a, cname, type Reply, type Script, startNameServer, txt } from './name-server.ts';

// The answers of name servers, asked over real sockets.
const host = 'certs.school.org';
const platform = 'sello.andes.org';
const challenge = `_sello-challenge.${host}`;
const notChecked = { state: 'unknown', reason: 'not_checked' } as const;
const ownership: DnsRecordState = {
  ...{ type: 'TXT', name: challenge, value: 'token', purpose: 'ownership' },
  ...notChecked,
};
const pointing: DnsRecordState = {
  ...{ type: 'CNAME', name: host, value: platform, purpose: 'pointing' },
  ...notChecked,
};

const running: { close(): void }[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

async function check(record: DnsRecordState, ...scripts: Script[]) {
  const servers = await Promise.all(scripts.map(startNameServer));
  running.push(...servers);
  const asked = createNameServers(
    servers.map(({ address }) => address),
    [400, 600],
  );
  const { dnsRecords, finding, answers } = await checkRecords(asked, [record], new Date());
  return { record: dnsRecords[0]!, finding, answer: answers[0]!.answer, servers };
}

const nothing: Reply = { code: 'NXDOMAIN' };
/** A script with these records by `TYPE name`; every other name is unknown. */
const zone =
  (records: Record<string, Reply>): Script =>
  ({ type, name }) =>
    records[`${type} ${name}`] ?? nothing;
const proof = zone({ [`TXT ${challenge}`]: { records: [txt(challenge, 'token')] } });

describe('the challenge', () => {
  it.each<[string, Reply, DnsRecordState['reason'], DnsRecordState['state']]>([
    ['is correct', { records: [txt(challenge, 'token')] }, 'correct', 'correct'],
    ['is correct in several strings', { records: [txt(challenge, 'to', 'k', 'en')] }, 'correct', 'correct'],
    [
      'is correct among others',
      { records: [txt(challenge, 'x'), txt(challenge, 'token')] },
      'correct',
      'correct',
    ],
    [
      'is correct behind an alias',
      { records: [cname(challenge, 'dns.school.org'), txt('dns.school.org', 'token')] },
      'correct',
      'correct',
    ],
    [
      'comes over TCP when it is long',
      { records: [txt(challenge, 'token')], isTruncated: true },
      'correct',
      'correct',
    ],
    ['does not exist', { code: 'NXDOMAIN' }, 'missing_name', 'missing'],
    ['has no TXT', {}, 'missing_type', 'missing'],
    ['has no TXT, says a server of the zone', { from: 'zone' }, 'missing_type', 'missing'],
    ['is another', { records: [txt(challenge, 'TOKEN')] }, 'different', 'different'],
    ['is several others', { records: [txt(challenge, 'x'), txt(challenge, 'y')] }, 'several', 'different'],
    ['fails', { code: 'SERVFAIL' }, 'servfail', 'unknown'],
    ['is refused', { code: 'REFUSED' }, 'refused', 'unknown'],
    ['is delegated to servers that do not serve it', { from: 'neither' }, 'lame', 'unknown'],
    ['is lame, says a resolver', { code: 'SERVFAIL', extendedError: 22 }, 'lame', 'unknown'],
    ['gets an answer of another kind', { code: 'NOTIMP' }, 'unreadable', 'unknown'],
    [
      'gets bytes that are no answer',
      Buffer.from([0x81, 0x80, 0, 1, 0, 9, 0, 0, 0, 0, 7]),
      'unreadable',
      'unknown',
    ],
  ])('%s', async (_, reply, reason, state) => {
    const found = await check(ownership, zone({ [`TXT ${challenge}`]: reply }));
    expect(found.record).toMatchObject({ reason, state });
    expect(found.answer.reason).toBe(reason);
  });

  it('is asked for again when a packet is lost, and is unknown without an answer or with those of others', async () => {
    const lost = await check(ownership, (question, tries) =>
      tries === 1 && question.name === challenge ? 'silence' : proof(question, tries),
    );
    expect(lost.record.reason).toBe('correct');
    const [silent, foreign] = await Promise.all([
      check(ownership, () => 'silence'),
      check(ownership, () => ({ records: [txt(challenge, 'token')], isOther: true })),
    ]);
    expect([silent.record.reason, foreign.record.reason]).toEqual(['timeout', 'timeout']);
    expect([silent.finding, foreign.finding]).toEqual(['wrong', 'wrong']);
  });

  it('is no proof when a name beside it has the same value', async () => {
    const wildcard: Script = ({ type, name }) =>
      type === 'TXT' ? { records: [txt(name, 'token')] } : nothing;
    const { record, servers } = await check(ownership, wildcard);
    expect(record).toMatchObject({ reason: 'wildcard', state: 'different', found: ['token'] });
    const siblings = servers[0]!.asked.filter((query) => query !== `TXT ${challenge}`);
    expect(siblings).toEqual([expect.stringMatching(/^TXT _sello-[\da-f]{16}\.certs\.school\.org$/)]);
    const other = await check(ownership, ({ name }) => ({
      records: [txt(name, name === challenge ? 'token' : 'x')],
    }));
    expect(other.record.reason).toBe('correct');
    const unsure = await check(ownership, (question, tries) =>
      question.name === challenge ? proof(question, tries) : { code: 'REFUSED' },
    );
    expect(unsure.record).toMatchObject({ reason: 'refused', state: 'unknown' });
  });

  it('keeps no more of what strangers write than fits', async () => {
    const many = Array.from({ length: 40 }, (_, at) => txt(challenge, ...Array(4).fill(`${at}`.repeat(100))));
    const { record } = await check(
      ownership,
      zone({ [`TXT ${challenge}`]: { records: many, isTruncated: true } }),
    );
    expect(JSON.stringify(record.found).length).toBeLessThan(2_500);
  });
});

describe('chains of CNAMEs', () => {
  /** Names that lead one to the next, and then to this. */
  const chain = (links: number, then: string): Script => {
    const name = (place: number) => (place === 0 ? host : place === links ? then : `n${place}.school.org`);
    return ({ type, name: asked }) => {
      const place = Array.from({ length: links }, (_, at) => at).find((at) => name(at) === asked);
      if (place === undefined) return nothing;
      // As a resolver does: all it can, and a failure for what leads nowhere.
      return type === 'CNAME' ? { records: [cname(asked, name(place + 1))] } : { code: 'SERVFAIL' };
    };
  };

  it('are followed for eight links', async () => {
    for (const [links, reason] of [
      [1, 'correct'],
      [8, 'correct'],
      [10, 'cname_too_long'],
    ] as const)
      expect((await check(pointing, chain(links, platform))).record).toMatchObject({ reason });
  });

  it('that lead elsewhere, or back to themselves, are told apart', async () => {
    expect((await check(pointing, chain(2, 'other.org'))).record).toMatchObject({
      ...{ reason: 'different', state: 'different' },
      found: ['n1.school.org', 'other.org'],
    });
    expect((await check(pointing, chain(3, host))).record).toMatchObject({ reason: 'cname_loop' });
    const txtBehind = { ...ownership, name: host };
    expect((await check(txtBehind, chain(3, host))).record).toMatchObject({ reason: 'cname_loop' });
    expect((await check(txtBehind, chain(12, 'x.org'))).record).toMatchObject({ reason: 'cname_too_long' });
  });

  it('may be flattened to the platform’s addresses', async () => {
    const flat = (...own: string[]) =>
      zone({
        [`CNAME ${host}`]: {},
        [`A ${host}`]: { records: own.map((address) => a(host, address)) },
        [`A ${platform}`]: { records: [a(platform, '203.0.113.7'), a(platform, '203.0.113.8')] },
      });
    expect((await check(pointing, flat('203.0.113.8'))).record.reason).toBe('correct');
    expect((await check(pointing, flat('203.0.113.8', '198.51.100.1'))).record.reason).toBe('missing_type');
  });
});

describe('of several name servers', () => {
  const none = zone({});
  const refusing: Script = () => ({ code: 'REFUSED' });
  it.each<[string, Script[], DnsRecordState['reason'], number]>([
    ['two that agree prove', [proof, proof], 'correct', 2],
    ['two of three that agree prove', [proof, none, proof], 'correct', 2],
    ['one of two does not prove', [proof, none], 'disagreement', 1],
    ['one alone does not prove while the other does not answer', [proof, refusing], 'refused', 1],
    ['one that fails is not needed', [proof, refusing, proof], 'correct', 2],
    ['one alone does not count against a domain', [none, refusing], 'refused', 1],
    ['two that agree count against a domain', [none, none, refusing], 'missing_name', 2],
    ['two against two say nothing', [proof, proof, none, none], 'disagreement', 2],
  ])('%s', async (_, scripts, reason, agreed) => {
    const { record } = await check(ownership, ...scripts);
    expect(record).toMatchObject({ reason, servers: { asked: scripts.length, agreed } });
  });
});
