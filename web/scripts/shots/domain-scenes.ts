import type { Domain, DomainAnswers } from '@sello/contracts';
import type { Overrides } from './mock.ts';
import { dialog, type Scene } from './scene.ts';

const path = '/settings/{tenant}/domains';
const name = 'certs.cordillera.example';
const servers = { asked: 2, agreed: 2 };
const at = (time: string): string => `2026-11-${time}:00.000Z`;
type DnsRecord = Domain['dnsRecords'][number];

const challenge: DnsRecord = {
  ...{ type: 'TXT', name: `_sello-challenge.${name}`, value: '4be190a7c25d3f880b6ed1f47792a0ce' },
  ...{ purpose: 'ownership', state: 'correct', reason: 'correct', servers, checkedAt: at('20T10:38') },
};
const alias: DnsRecord = {
  ...{ type: 'CNAME', name, value: 'sello.andes.example', purpose: 'pointing' },
  ...{ state: 'correct', reason: 'correct', servers, checkedAt: at('20T10:38') },
};
const elsewhere: DnsRecord = {
  ...alias,
  ...{ state: 'different', reason: 'different', found: ['cordillera.pages-host.example'] },
};
const key = `v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(12)}`;
const mailRecords: DnsRecord[] = [
  {
    ...{ type: 'TXT', name, value: 'v=spf1 include:sello.andes.example ~all', purpose: 'spf' },
    ...{ state: 'correct', reason: 'correct', servers },
  },
  {
    ...{ type: 'TXT', name: `s1._domainkey.${name}`, value: key, purpose: 'dkim' },
    ...{ state: 'different', reason: 'cut', found: [key.slice(0, 255)], servers },
  },
  {
    ...{ type: 'TXT', name: `s2._domainkey.${name}`, value: key, purpose: 'dkim' },
    ...{ state: 'missing', reason: 'missing_name', servers },
  },
];

export const pendingDomain: Domain = {
  ...{ domain: name, status: 'pending', misses: 0 },
  settings: { useInEmails: false, useInVerification: false, useInOnboarding: false },
  dnsRecords: [challenge, elsewhere],
  hosting: { state: 'configured', provider: 'edge', at: at('20T09:14') },
  ...{ createdAt: at('20T09:14'), checkedAt: at('20T10:38'), nextCheckAt: at('20T10:53') },
  claimEndsAt: at('23T09:14'),
};
const { claimEndsAt: _, ...settled } = pendingDomain;
export const verifiedDomain: Domain = {
  ...{ ...settled, status: 'verified', verifiedSince: at('02T08:00'), nextCheckAt: at('21T10:38') },
  settings: { useInEmails: true, useInVerification: true, useInOnboarding: false },
  dnsRecords: [challenge, alias, ...mailRecords],
  mail: {
    ...{ localPart: 'certificates', sendsAs: 'platform', address: 'certificates@sello.andes.example' },
    ...{ platformAddress: 'certificates@sello.andes.example', replyTo: 'registro@cordillera.example' },
    dmarc: { finding: 'quarantine', name: '_dmarc.cordillera.example' },
    selectors: [
      { selector: 's1', state: 'active' },
      { selector: 's2', state: 'next', takesOverAt: '2027-05-02T08:00:00.000Z' },
    ],
  },
};
const lapsedDomain: Domain = {
  ...{ ...settled, status: 'failed', lapse: { since: at('02T08:00'), at: at('19T04:10') } },
  settings: { useInEmails: true, useInVerification: true, useInOnboarding: false },
  dnsRecords: [{ ...challenge, state: 'missing', reason: 'missing_name' }, alias],
};
const apexDomain: Domain = {
  ...{ ...pendingDomain, domain: 'cordillera.example' },
  hosting: { ...pendingDomain.hosting, state: 'failed' },
  dnsRecords: [
    { ...challenge, name: '_sello-challenge.cordillera.example', state: 'different', reason: 'wildcard' },
    ...(['203.0.113.7', '2001:db8::7'] as const).map((value): DnsRecord => {
      const type = value.includes(':') ? 'AAAA' : 'A';
      return { ...alias, type, name: 'cordillera.example', value, state: 'unknown', reason: 'lame' };
    }),
  ],
};

const reasons = [
  'wildcard',
  'lame',
  'timeout',
  'servfail',
  'refused',
  'cname_loop',
  'several',
  'missing_name',
  'disagreement',
  'correct',
] as const;
const answers: DomainAnswers[] = [
  {
    ...{ type: 'TXT', name: challenge.name, purpose: 'ownership' },
    answers: reasons.map((reason, place) => ({
      ...{ at: at(`20T09:${String(place * 5).padStart(2, '0')}`), reason },
      ...(reason === 'several' && { found: ['v=spf1 -all', 'another'] }),
      servers: { asked: 2, agreed: reason === 'disagreement' ? 1 : 2 },
    })),
  },
  {
    ...{ type: 'CNAME', name, purpose: 'pointing' },
    answers: [{ at: at('20T10:38'), reason: 'different', found: ['cordillera.pages-host.example'], servers }],
  },
];

const withDomain = (domain: Domain | null) => (): Overrides => ({
  'tenants settings domains': { body: domain },
  'tenants domain-answers': { body: domain === null ? [] : answers },
  'tenants domain-links': { body: { emails: domain === null ? 0 : 871 } },
});
const scene = (state: string, domain: Domain | null, more: Partial<Scene> = {}): Scene => ({
  name: state === '' ? 'domains' : `domains-${state}`,
  ...{ path, signedIn: true, answers: withDomain(domain) },
  act: (page) => page.locator('.domline, [name=domain]').first().waitFor(),
  ...more,
});

/** The custom domain of an organization, in each of its states. */
export const domainScenes: readonly Scene[] = [
  scene('', pendingDomain),
  scene('verified', verifiedDomain),
  scene('alias', {
    ...verifiedDomain,
    dnsRecords: [
      ...verifiedDomain.dnsRecords.filter(({ purpose }) => purpose !== 'spf'),
      { ...mailRecords[0]!, state: 'missing', reason: 'missing_type' },
    ],
  }),
  scene('lapsed', lapsedDomain),
  scene('apex', apexDomain),
  scene('none', null),
  scene('refused', null, {
    act: async (page) => {
      await page.locator('[name=domain]').waitFor();
      const refusal = { error: 'x', code: 'domain_invalid', details: { publicSuffix: 'co.uk' } };
      await page.route(/type=domains/, (route) => route.fulfill({ status: 400, json: refusal }));
      await page.fill('[name=domain]', 'co.uk');
      await page.keyboard.press('Enter');
      await page.locator('.field .bad').waitFor();
    },
  }),
  scene('remove', verifiedDomain, {
    act: async (page) => {
      await page.locator('.btn--danger').first().click();
      await dialog(page).waitFor();
    },
  }),
  scene('loading', null, { act: async () => {}, answers: () => ({ 'tenants settings domains': 'never' }) }),
  scene('broken', null, {
    answers: () => ({
      'tenants settings domains': {
        status: 503,
        body: { error: 'x', code: 'unavailable', requestId: '01J8-4C7Q' },
      },
    }),
    act: (page) => page.locator('.empty').waitFor(),
  }),
];
