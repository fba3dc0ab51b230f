import { domainToASCII } from 'node:url';
import { limits } from '@sello/contracts';
import { AppError } from '@sello/kit';

/**
 * Normalizes a domain name to lower-case ASCII (IDN to its xn-- form). At least two labels of letters, digits and
 * hyphens, of up to 63 characters each, at most 253 in all. Throws `domain_required`, `domain_invalid`.
 */
export function readDomainName(text: string): string {
  const given = text.trim().replace(/\.$/, '');
  if (given === '') throw new AppError('domain_required');
  const name = domainToASCII(given).toLowerCase();
  const labels = name.split('.');
  const isName =
    // domainToASCII also accepts IP addresses and paths.
    !/[\s/:@?#\\]/.test(given) &&
    name.length <= limits.domainLength &&
    labels.length >= 2 &&
    labels.every(
      (label) => label.length <= limits.domainLabelLength && /^[a-z\d]([a-z\d-]*[a-z\d])?$/.test(label),
    ) &&
    !/^\d+$/.test(labels.at(-1)!);
  if (!isName) throw new AppError('domain_invalid');
  return name;
}
