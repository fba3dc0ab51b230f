import { errorMessage } from '@sello/contracts';
import { isAppError } from '@sello/kit';
import { expect, it } from 'vitest';
import { isApex, type NameRules, readDomainName } from './domain-name.ts';

const rules: NameRules = { platformHost: 'sello.andes.org', reserved: 'refuse' };

/** The name of the detail that says what is wrong with a name. */
function faultOf(text: string, given = rules): unknown {
  try {
    return readDomainName(text, given);
  } catch (error) {
    if (!isAppError(error, 'domain_invalid')) throw error;
    // Each has a sentence of its own, with its value in it.
    expect(errorMessage('domain_invalid', error.details)).not.toMatch(/not valid|[{}]/);
    return Object.keys(error.details!).join();
  }
}

it('accepts names in any case, with a trailing dot or with non-ASCII characters', () => {
  expect(readDomainName(' Certificates.Example.ORG. ', rules)).toBe('certificates.example.org');
  expect(readDomainName('mañana.org', rules)).toBe('xn--maana-pta.org');
  expect(readDomainName('XN--MAANA-PTA.org', rules)).toBe('xn--maana-pta.org');
  expect(readDomainName('学校。example.org', rules)).toBe('xn--48s290a.example.org');
  expect(readDomainName('ひらがなカナ漢字abc.example.org', rules)).toMatch(/^xn--/);
  expect(readDomainName('１２.example.org', rules)).toBe('12.example.org');
  expect(readDomainName('365.example.org', rules)).toBe('365.example.org');
});

it('accepts labels of 63 and names of 253 characters, and refuses one more', () => {
  const label = 'a'.repeat(63);
  const long = `${`${label}.`.repeat(3)}${'b'.repeat(57)}.org`;
  expect(long).toHaveLength(253);
  expect(readDomainName(long, rules)).toBe(long);
  expect(faultOf(`${`${label}.`.repeat(3)}${'b'.repeat(58)}.org`)).toBe('nameLong');
  expect(readDomainName(`${label}.org`, rules)).toBe(`${label}.org`);
  expect(faultOf(`${label}a.org`)).toBe('labelLong');
  expect(faultOf(`${'é'.repeat(60)}.org`)).toBe('labelLong');
});

it('requires a name', () => {
  for (const empty of ['', '  ', '.'])
    expect(() => readDomainName(empty, rules)).toThrow(expect.objectContaining({ code: 'domain_required' }));
});

it.each([
  [
    'url',
    ['https://a.org', 'a.org/x', 'https://certs.a.org/verify?q=1', 'someone@a.org', 'a.org#x', 'a\\b.org'],
  ],
  ['port', ['a.org:80', 'localhost:8080', '10.0.0.1:80']],
  ['address', ['10.0.0.1', '127.1', '0x7f.1', '0x7f000001', '2130706433', '017700000001', '１２７.0.0.1']],
  ['address', ['[::1]', '::1', '[::1]:80', '::ffff:10.0.0.1', 'fe80::1%eth0', '1.2.3.4.5', 'a.0x10']],
  ['singleLabel', ['localhost', 'localhost.', 'com']],
  ['emptyLabel', ['a..b', '.a.org', 'a.org..']],
  ['hyphen', ['-a.org', 'a-.org']],
  [
    'characters',
    ['a_b.org', 'a b.org', 'not a domain', 'a%2eb.org', '*.a.org', '☃.org', 'xn--n3h.org', 'a\u00adb.org'],
  ],
  ['punycode', ['xn--.org', 'xn--a.org', 'xn--zzzzzz.org', 'xn--0.org']],
  ['mixedScripts', ['pаypal.org', 'ехample.org', 'αbc.org', 'xn--pypal-4ve.org']],
  ['publicSuffix', ['co.uk', 'github.io', 'edu.pe', 'xn--55qx5d.cn', 'CO.UK.']],
  ['platform', ['sello.andes.org', 'x.sello.andes.org', 'SELLO.andes.org.']],
  [
    'reserved',
    ['school.test', 'printer.local', 'a.internal', 'a.localhost', 'a.example', 'x.home.arpa', 'a.onion'],
  ],
] as const)('says that %s is wrong with %j', (fault, names) => {
  expect(names.map((name) => faultOf(name))).toEqual(names.map(() => fault));
});

it('names what is meant instead of an address of a page', () => {
  const meant = (text: string) => {
    try {
      return readDomainName(text, rules);
    } catch (error) {
      return isAppError(error) ? error.details : error;
    }
  };
  expect(meant('https://certs.a.org:444/verify')).toEqual({ url: 'certs.a.org' });
  expect(meant('certs.a.org:443')).toEqual({ port: 'certs.a.org' });
});

it('accepts reserved names and names below localhost where they are allowed', () => {
  const development: NameRules = { platformHost: 'localhost', reserved: 'allow' };
  expect(readDomainName('certs.school.test', development)).toBe('certs.school.test');
  expect(readDomainName('school.localhost', development)).toBe('school.localhost');
  expect(faultOf('co.uk', development)).toBe('publicSuffix');
});

it('an apex is what the public suffix list calls registrable', () => {
  expect(['school.co.uk', 'school.org', 'a.github.io', 'school.test'].map(isApex)).toEqual(
    Array(4).fill(true),
  );
  expect(['certs.school.co.uk', 'co.uk', 'a.b.github.io'].map(isApex)).toEqual(Array(3).fill(false));
});
