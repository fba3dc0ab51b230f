import { isIP, isIPv6 } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import { type errorTable, limits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { getDomain, getPublicSuffix } from 'tldts';
import { scriptsMixedIn } from './scripts.ts';

export interface NameRules {
  /** The host of PUBLIC_URL: it and the names below it belong to the platform. */
  platformHost: string;
  /** Whether names that never exist on the Internet, such as `school.test`, are accepted: for tests and development. */
  reserved: 'allow' | 'refuse';
}

/**
 * Names that do not exist in the public DNS, or that are not resolved by it: the registry of special-use domain names
 * (RFC 6761), ICANN's `internal`, and the three that ICANN has deferred for ever because private networks use them.
 */
const reservedSuffixes = [
  ...['alt', 'arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'],
  ...['corp', 'home', 'mail'],
];

/** Letters, marks and digits of any script, hyphens, the dots of RFC 3490, and the signs that IDNA allows in context. */
const notInNames = /[^\p{L}\p{M}\p{N}\-.\u3002\uFF0E\uFF61\u00B7\u30FB\u0375\u05F3\u05F4]/u;

/** What can be wrong with a name. */
type Fault = keyof (typeof errorTable)['domain_invalid']['messageWith'];

/** The name of the detail chooses the message (`messageWith` of `domain_invalid`). */
function refuse(fault: Fault, value: string | number): never {
  throw new AppError('domain_invalid', { details: { [fault]: value } });
}

/**
 * Normalizes a domain name that a person typed to lower-case ASCII (IDN to its xn-- form, RFC 5891) without a final dot.
 * Throws `domain_required`, and `domain_invalid` with what is wrong: the name of its detail.
 */
export function readDomainName(text: string, { platformHost, reserved }: NameRules): string {
  const given = text.trim();
  if (given === '' || given === '.') throw new AppError('domain_required');
  refuseAddresses(given);
  const stray = notInNames.exec(given);
  if (stray) refuse('characters', stray[0]);
  const labels = given.normalize('NFC').split(/[.\u3002\uFF0E\uFF61]/);
  if (labels.length > 1 && labels.at(-1) === '') labels.pop();
  if (labels.includes('')) refuse('emptyLabel', given);
  const name = labels.map(readLabel).join('.');
  if (isAddress(name)) refuse('address', given);
  if (name.length > limits.domainLength) refuse('nameLong', name.length);
  if (labels.length < 2) refuse('singleLabel', name);
  if (isPlatforms(name, platformHost)) refuse('platform', platformHost);
  const suffix = name.split('.').at(-1)!;
  if (reserved === 'refuse' && reservedSuffixes.includes(suffix)) refuse('reserved', suffix);
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name) refuse('publicSuffix', name);
  return name;
}

/** The names below `localhost`, a platform for development, are free. */
const isPlatforms = (name: string, platformHost: string): boolean =>
  name === platformHost || (platformHost.includes('.') && name.endsWith(`.${platformHost}`));

/** An address of a page, of a mailbox or of a machine, or a name with a port. */
function refuseAddresses(given: string): void {
  if (isIPv6(given.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/%.*$/, ''))) refuse('address', given);
  if (/^[a-z][a-z\d+.-]*:\/\/|[/\\?#@]/i.test(given)) {
    const host = given
      .replace(/^[a-z][a-z\d+.-]*:\/*/i, '')
      .replace(/[/\\?#].*$/, '')
      .replace(/^.*@/, '')
      .replace(/:\d*$/, '');
    refuse('url', host);
  }
  const withPort = /^([^:]+):\d*$/.exec(given);
  if (withPort) refuse('port', withPort[1]!);
}

/** IPv4 in any notation that a browser reads as one: a last label that is a number (WHATWG URL, "ends in a number"). */
function isAddress(name: string): boolean {
  return isIP(domainToASCII(name)) !== 0 || /(?:^|\.)(?:\d+|0x[\da-f]*)$/i.test(name);
}

function readLabel(label: string): string {
  const lower = label.toLowerCase();
  // An ASCII label reads as itself: domainToASCII would take a number for an address.
  const ascii = /^[\x21-\x7e]*$/.test(lower) ? lower : asciiOf(lower);
  if (ascii === '') refuse('characters', label);
  if (ascii.length > limits.domainLabelLength) refuse('labelLong', label);
  if (!ascii.startsWith('xn--')) {
    if (ascii.startsWith('-') || ascii.endsWith('-')) refuse('hyphen', label);
    return ascii;
  }
  const unicode = domainToUnicode(ascii);
  if (unicode.startsWith('xn--') || domainToASCII(unicode) !== ascii) refuse('punycode', label);
  const stray = notInNames.exec(unicode);
  if (stray) refuse('characters', stray[0]);
  const mixed = scriptsMixedIn(unicode);
  if (mixed.length > 0) refuse('mixedScripts', mixed.join(', '));
  return ascii;
}

/** The digits of full width become ASCII ones, which alone would be read as an address. */
function asciiOf(label: string): string {
  const compatible = label.normalize('NFKC');
  return /^[\x21-\x7e]*$/.test(compatible) ? compatible.toLowerCase() : domainToASCII(compatible);
}

/**
 * Whether a name is the top of its zone (what the public suffix list calls registrable), which can have no CNAME
 * (RFC 1034, 3.6.2).
 */
export function isApex(name: string): boolean {
  return registrableDomain(name) === name;
}

/** The registrable name that a name belongs to, by the public suffix list; `null` when there is none. */
export const registrableDomain = (name: string): string | null =>
  getDomain(name, { allowPrivateDomains: true });
