import {
  defaultCountry,
  findCountry,
  orderViolation,
  type StudentInput,
  studentEntity,
} from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { StudentFields } from '../students.ts';

/**
 * Rules that the contract's schema cannot express: the country must be in the list, the end must not be before the start.
 * Throws `country_unknown`, `date_order`.
 */
export function completeFields(input: StudentInput, countryWithout: string = defaultCountry): StudentFields {
  if (orderViolation(studentEntity, input) !== undefined) throw new AppError('date_order');
  const asked = input.country ?? '';
  const country = asked === '' ? countryWithout : findCountry(asked);
  if (country === undefined) throw new AppError('country_unknown');
  return { ...input, country };
}
