import type { DnsRecordState } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { type Answer, checkRecords } from './check.ts';

const host = 'certs.school.test';
const challenge: DnsRecordState = {
  type: 'TXT',
  name: `_sello-challenge.${host}`,
  value: 'abc',
  state: 'unknown',
};
const pointer: DnsRecordState = { type: 'CNAME', name: host, value: 'sello.example', state: 'unknown' };
const address: DnsRecordState = { type: 'A', name: 'school.test', value: '203.0.113.7', state: 'unknown' };

/** Name servers with exactly these records. */
const servers = (answers: Record<string, string[] | 'unknown'>) => ({
  async ask(type: string, name: string): Promise<Answer> {
    const known = answers[`${type} ${name}`];
    if (known === 'unknown') return { kind: 'unknown' };
    return known ? { kind: 'values', values: known } : { kind: 'none' };
  },
});
const look = (answers: Record<string, string[] | 'unknown'>, wanted = [challenge, pointer]) =>
  checkRecords(servers(answers), wanted);

const proof = { [`TXT ${challenge.name}`]: ['v=spf1 -all', 'abc'] };
const pointing = { [`CNAME ${host}`]: ['Sello.Example.'] };

describe('a check', () => {
  it('needs the challenge and a record that points here', async () => {
    expect(await look({ ...proof, ...pointing })).toMatchObject({
      finding: 'correct',
      dnsRecords: [{ state: 'correct' }, { state: 'correct' }],
    });
    expect(await look(pointing)).toMatchObject({ finding: 'wrong', dnsRecords: [{ state: 'missing' }, {}] });
    expect(await look(proof)).toMatchObject({ finding: 'wrong', dnsRecords: [{}, { state: 'missing' }] });
  });

  it('reports the values that were found instead of the expected one', async () => {
    const { finding, dnsRecords } = await look({
      [`TXT ${challenge.name}`]: ['ABC'],
      [`CNAME ${host}`]: ['elsewhere.example'],
    });
    expect(finding).toBe('wrong');
    expect(dnsRecords).toMatchObject([
      { state: 'different', found: ['ABC'] },
      { state: 'different', found: ['elsewhere.example'] },
    ]);
  });

  it('is unknown when the outcome depends on a query that got no answer', async () => {
    expect(await look({ [`TXT ${challenge.name}`]: 'unknown', ...pointing })).toMatchObject({
      finding: 'unknown',
    });
    expect(await look({ ...proof, [`CNAME ${host}`]: 'unknown' })).toMatchObject({ finding: 'unknown' });
    expect(await look({ [`TXT ${challenge.name}`]: 'unknown' })).toMatchObject({ finding: 'wrong' });
  });

  it('accepts a flattened CNAME when all its addresses are the platform’s', async () => {
    const flat = { ...proof, 'A sello.example': ['203.0.113.7', '203.0.113.8'] };
    expect(await look({ ...flat, [`A ${host}`]: ['203.0.113.8'] })).toMatchObject({ finding: 'correct' });
    expect(await look({ ...flat, [`A ${host}`]: ['203.0.113.8', '198.51.100.1'] })).toMatchObject({
      finding: 'wrong',
    });
  });

  it('of an apex domain needs only one of the address records', async () => {
    const second = { ...address, type: 'AAAA' as const, value: '2001:db8::7' };
    const answers = { ...proof, 'A school.test': ['203.0.113.7'] };
    expect(await look(answers, [challenge, address, second])).toMatchObject({
      finding: 'correct',
      dnsRecords: [{}, { state: 'correct' }, { state: 'missing' }],
    });
  });
});
