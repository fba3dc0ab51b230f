import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Zone } from './zone.ts';

describe('the zone', () => {
  it('ignores case and a final dot', async () => {
    const zone = new Zone(null);
    await zone.set('Certs.School.Example.', 'A', ['192.0.2.1']);
    expect(zone.resolve('certs.school.EXAMPLE', 'A')).toMatchObject({ kind: 'records' });
  });

  it('resolves every type of an alias to the alias and the records of its target', async () => {
    const zone = new Zone(null);
    await zone.set('a.example', 'CNAME', ['b.example']);
    await zone.set('b.example', 'TXT', ['x']);
    expect(zone.resolve('a.example', 'TXT')).toEqual({
      kind: 'records',
      records: [
        { name: 'a.example', type: 'CNAME', value: 'b.example' },
        { name: 'b.example', type: 'TXT', value: 'x' },
      ],
    });
  });

  it('fails for a cycle of aliases', async () => {
    const zone = new Zone(null);
    await zone.set('a.example', 'CNAME', ['b.example']);
    await zone.set('b.example', 'CNAME', ['a.example']);
    expect(zone.resolve('a.example', 'A')).toEqual({ kind: 'failure' });
  });

  it('distinguishes a name without such records from a name that does not exist', async () => {
    const zone = new Zone(null);
    await zone.set('_sello-challenge.a.example', 'TXT', ['x']);
    expect(zone.resolve('_sello-challenge.a.example', 'A')).toEqual({ kind: 'empty' });
    expect(zone.resolve('a.example', 'A')).toEqual({ kind: 'empty' });
    expect(zone.resolve('b.example', 'A')).toEqual({ kind: 'unknown' });
  });

  it('answers for names that do not exist with the wildcard above them', async () => {
    const zone = new Zone(null);
    await zone.set('*.a.example', 'TXT', ['x']);
    await zone.set('b.a.example', 'A', ['192.0.2.1']);
    expect(zone.resolve('c.d.a.example', 'TXT')).toMatchObject({
      records: [{ name: 'c.d.a.example', value: 'x' }],
    });
    expect(zone.resolve('b.a.example', 'TXT')).toEqual({ kind: 'empty' });
    expect(zone.resolve('c.b.a.example', 'TXT')).toEqual({ kind: 'unknown' });
  });

  it('keeps its records in its file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sello-zone-'));
    const file = join(folder, 'dns.json');
    await (await Zone.open(file)).set('a.example', 'TXT', ['ñ "quoted"']);
    expect((await Zone.open(file)).list()).toEqual([
      { name: 'a.example', type: 'TXT', values: ['ñ "quoted"'] },
    ]);
    await rm(folder, { recursive: true });
  });
});
