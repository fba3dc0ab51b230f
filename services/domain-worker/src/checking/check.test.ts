import type { DnsRecordState } from '@sello/store';
import { describe, expect, it } from 'vitest';
import type { Answer, NameServer } from '../dns/ask.ts';
import { checkRecords } from './check.ts';

const host = 'certs.school.test';
const notChecked = { state: 'unknown', reason: 'not_checked' } as const;
const challenge: DnsRecordState = {
  ...{ type: 'TXT', name: `_sello-challenge.${host}`, value: 'abc', purpose: 'ownership' },
  ...notChecked,
};
const pointer: DnsRecordState = {
  ...{ type: 'CNAME', name: host, value: 'sello.example', purpose: 'pointing' },
  ...notChecked,
};
const address: DnsRecordState = {
  ...{ type: 'A', name: 'school.test', value: '203.0.113.7', purpose: 'pointing' },
  ...notChecked,
};

/** A name server with exactly these records. */
const server = (answers: Record<string, string[] | 'timeout'>): NameServer => ({
  async ask(type, name): Promise<Answer> {
    const known = answers[`${type} ${name}`];
    if (known === 'timeout') return { kind: 'unknown', reason: 'timeout' };
    return known ? { kind: 'values', values: known } : { kind: 'none', reason: 'missing_name' };
  },
});
const at = new Date('2026-11-20T10:38:00Z');
const look = (answers: Record<string, string[] | 'timeout'>, wanted = [challenge, pointer]) =>
  checkRecords([server(answers)], wanted, at);

const proof = { [`TXT ${challenge.name}`]: ['v=spf1 -all', 'abc'] };
const pointing = { [`CNAME ${host}`]: ['sello.example'] };

describe('a check', () => {
  it('needs the challenge and a record that points here', async () => {
    expect(await look({ ...proof, ...pointing })).toMatchObject({
      finding: 'correct',
      dnsRecords: [
        { state: 'correct', checkedAt: at },
        { state: 'correct', checkedAt: at },
      ],
    });
    expect(await look(pointing)).toMatchObject({ finding: 'wrong', dnsRecords: [{ state: 'missing' }, {}] });
    expect(await look(proof)).toMatchObject({ finding: 'wrong', dnsRecords: [{}, { state: 'missing' }] });
  });

  it('is unknown when the outcome depends on a query that got no answer', async () => {
    expect(await look({ [`TXT ${challenge.name}`]: 'timeout', ...pointing })).toMatchObject({
      finding: 'unknown',
    });
    expect(await look({ ...proof, [`CNAME ${host}`]: 'timeout' })).toMatchObject({ finding: 'unknown' });
    expect(await look({ [`TXT ${challenge.name}`]: 'timeout' })).toMatchObject({ finding: 'wrong' });
  });

  it('keeps what was known of a record that got no answer, with the reason', async () => {
    const known: DnsRecordState = { ...challenge, state: 'correct', reason: 'correct', found: ['abc'] };
    const { dnsRecords, answers } = await look({ [`TXT ${challenge.name}`]: 'timeout' }, [known]);
    expect(dnsRecords).toEqual([
      { ...known, reason: 'timeout', servers: { asked: 1, agreed: 1 }, checkedAt: at },
    ]);
    expect(answers).toMatchObject([{ type: 'TXT', answer: { at, reason: 'timeout' } }]);
  });

  it('of an apex domain needs only one of the address records, and notes one answer for them', async () => {
    const others = [
      { ...address, value: '203.0.113.8' },
      { ...address, type: 'AAAA' as const, value: '2001:db8::7' },
    ];
    const answers = { ...proof, 'A school.test': ['203.0.113.7'] };
    const checked = await look(answers, [challenge, others[0]!, address, others[1]!]);
    expect(checked).toMatchObject({
      finding: 'correct',
      dnsRecords: [{}, { state: 'different' }, { state: 'correct' }, { state: 'missing' }],
    });
    expect(checked.answers.map(({ type, answer }) => [type, answer.reason])).toEqual([
      ['TXT', 'correct'],
      ['A', 'correct'],
      ['AAAA', 'missing_name'],
    ]);
  });

  it('is not decided by the records for mail', async () => {
    const spf = {
      ...challenge,
      name: host,
      value: 'v=spf1 include:sello.example ~all',
      purpose: 'spf' as const,
    };
    const checked = (values: string[]) =>
      look({ ...proof, ...pointing, [`TXT ${host}`]: values }, [challenge, pointer, spf]);
    const [right, twice] = [await checked([spf.value]), await checked([spf.value, 'v=spf1 -all'])];
    expect(right).toMatchObject({ finding: 'correct', dnsRecords: [{}, {}, { reason: 'correct' }] });
    expect(twice).toMatchObject({ finding: 'correct', dnsRecords: [{}, {}, { reason: 'several' }] });
    const dkim = { ...spf, value: `v=DKIM1; k=rsa; p=${'A'.repeat(400)}`, purpose: 'dkim' as const };
    const cut = await look({ [`TXT ${host}`]: [dkim.value.slice(0, 255)] }, [dkim]);
    expect(cut.dnsRecords).toMatchObject([{ state: 'different', reason: 'cut' }]);
  });
});
