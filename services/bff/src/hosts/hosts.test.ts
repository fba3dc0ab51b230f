import { times } from '@sello/kit';
import type { DomainRecord } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { createHosts } from './hosts.ts';

const buildDomain = (domain: string, tenantId: string, verifies = true) =>
  ({
    ...{ domain, tenantId, status: 'verified' },
    settings: { useInEmails: false, useInVerification: verifies, useInOnboarding: false },
  }) as DomainRecord;

function build(publicUrl = 'https://sello.example') {
  let now = 0;
  let isAway = false;
  let gate: Promise<void> | undefined;
  const rows = new Map([['certs.school.example', buildDomain('certs.school.example', 'school')]]);
  const reads: string[][] = [];
  const hosts = createHosts(
    publicUrl,
    {
      async byHosts(names) {
        reads.push([...names]);
        const found = names.flatMap((name) => rows.get(name) ?? []);
        await gate;
        if (isAway) throw new Error('away');
        return found;
      },
    },
    { now: () => now, waitMs: 50 },
  );
  return {
    ...{ hosts, rows, reads },
    later: (ms: number) => (now += ms),
    goAway: (away: boolean) => (isAway = away),
    hold: (until: Promise<void> | undefined) => (gate = until),
  };
}
const name = 'certs.school.example';

describe('the site of a host', () => {
  it('is the platform’s by its own name, and by every name of the loopback interface on one’s own machine', async () => {
    const { hosts, reads } = build();
    expect(await hosts.siteOf(['sello.example'])).toEqual({ kind: 'platform' });
    expect(reads).toEqual([]);
    expect(await hosts.siteOf(['localhost'])).toEqual({ kind: 'unknown' });
    const local = build('http://localhost:3000').hosts;
    for (const own of ['localhost', '127.0.0.1', '[::1]'])
      expect(await local.siteOf([own])).toEqual({ kind: 'platform' });
  });

  it('is an organization’s by its verified domain, with the platform’s port', async () => {
    const uses = { useInVerification: true, useInOnboarding: false };
    expect(await build().hosts.siteOf([name])).toEqual({
      ...{ kind: 'tenant', tenantId: 'school', origin: `https://${name}`, uses },
    });
    const { hosts } = build('https://sello.example:8443');
    expect(await hosts.siteOf(['other.example', name])).toMatchObject({ origin: `https://${name}:8443` });
    expect(await hosts.siteOf([])).toEqual({ kind: 'unknown' });
  });

  it('is read once in ten seconds, and again at once after its domain changed', async () => {
    const { hosts, rows, reads, later } = build();
    for (let n = 0; n < 3; n++) await hosts.siteOf([name]);
    expect(reads).toHaveLength(1);
    rows.set(name, buildDomain(name, 'other'));
    later(times.hostFreshMs - 1);
    expect(await hosts.siteOf([name])).toMatchObject({ tenantId: 'school' });
    later(1);
    expect(await hosts.siteOf([name])).toMatchObject({ tenantId: 'other' });
    rows.delete(name);
    hosts.forget('other');
    expect(await hosts.siteOf([name])).toEqual({ kind: 'unknown' });
  });

  it('is not kept by a read that began before the change', async () => {
    const { hosts, rows, hold } = build();
    const { promise, resolve } = Promise.withResolvers<void>();
    hold(promise);
    const early = hosts.siteOf([name]);
    rows.delete(name);
    hosts.forget('school');
    hold(undefined);
    resolve();
    await early;
    expect(await hosts.siteOf([name])).toEqual({ kind: 'unknown' });
  });

  it('is served as soon as the name is verified: unknown names are not kept', async () => {
    const { hosts, rows, reads } = build();
    expect(await hosts.siteOf(['new.example'])).toEqual({ kind: 'unknown' });
    rows.set('new.example', buildDomain('new.example', 'new'));
    expect(await hosts.siteOf(['new.example'])).toMatchObject({ tenantId: 'new' });
    expect(reads).toHaveLength(2);
  });

  it('is not guessed while the database is away', async () => {
    const { hosts, goAway, later } = build();
    await hosts.siteOf([name]);
    goAway(true);
    later(times.hostFreshMs);
    await expect(hosts.siteOf([name])).rejects.toThrow('away');
  });
});

describe('the answer to the edge', () => {
  it('allows the platform and verified names, however they are written, and refuses all others', async () => {
    const { hosts, reads } = build();
    for (const allowed of ['sello.example', 'SELLO.example.', name, 'Certs.School.EXAMPLE'])
      expect([allowed, await hosts.tlsAnswer(allowed)]).toEqual([allowed, 'allowed']);
    expect(reads).toHaveLength(1);
    for (const refused of ['', '*', '[::1]', `x.${name}`, 'school.example', `${name}/x`, `user@${name}`])
      expect([refused, await hosts.tlsAnswer(refused)]).toEqual([refused, 'refused']);
  });

  it('goes on for a minute without the database for names that were served, and knows nothing of new ones', async () => {
    const { hosts, rows, goAway, hold, later } = build();
    expect(await hosts.tlsAnswer(name)).toBe('allowed');
    rows.set('new.example', buildDomain('new.example', 'new'));
    goAway(true);
    for (let second = 0; second < 60; second += 15) {
      later(15_000);
      expect(await hosts.tlsAnswer(name)).toBe('allowed');
      expect(await hosts.tlsAnswer('new.example')).toBe('unknown');
      expect(await hosts.tlsAnswer('sello.example')).toBe('allowed');
    }
    // A database that does not answer at all is no different.
    hold(new Promise(() => undefined));
    expect(await hosts.tlsAnswer(name)).toBe('allowed');
    expect(await hosts.tlsAnswer('third.example')).toBe('unknown');
  });

  it('refuses a name that lapsed before the database went away', async () => {
    const { hosts, goAway } = build();
    expect(await hosts.tlsAnswer(name)).toBe('allowed');
    hosts.forget('school');
    goAway(true);
    expect(await hosts.tlsAnswer(name)).toBe('unknown');
  });

  it('causes at most one read for each of ten thousand unknown names', async () => {
    const { hosts, reads } = build();
    const names = Array.from({ length: 10_000 }, (_, n) => `n${n}.attacker.example`);
    const answers = await Promise.all(names.map((one) => hosts.tlsAnswer(one)));
    expect(new Set(answers)).toEqual(new Set(['refused']));
    expect(reads.length).toBeLessThanOrEqual(10_000);
    expect(new Set(reads.flat()).size).toBe(10_000);
  });
});
