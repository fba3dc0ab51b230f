import type { Tenant } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { nameProblem } from '../features/onboarding/name.ts';
import { firstParams } from '../signing/defaults.ts';
import { chooseTenant } from './choose.ts';

const tenant = (_id: string, name = _id): Tenant => ({ _id, name, publicName: `${name} (public)` });
const listed = [tenant('a', 'Instituto'), tenant('b', 'Escola')];

describe('the active organization', () => {
  it('is the stored one if it is listed, else the first, else none', () => {
    expect(chooseTenant(listed, 'b')?._id).toBe('b');
    expect(chooseTenant(listed, 'gone')?._id).toBe('a');
    expect(chooseTenant(listed, null)?._id).toBe('a');
    expect(chooseTenant([], 'b')).toBeUndefined();
  });
});

describe('a new organization', () => {
  it('requires a name that the person does not use yet, in any case', () => {
    expect(nameProblem('  ', listed)).toBe('nameRequired');
    expect(nameProblem(' INSTITUTO ', listed)).toBe('duplicateName');
    expect(nameProblem('Academia', listed)).toBeUndefined();
  });
});

describe('a new signing certificate', () => {
  it('defaults to the tenant’s name as reason, a mailto link and the public name', () => {
    expect(firstParams(listed[0], 'rosa@example.org')).toEqual({
      reason: 'Instituto',
      location: '',
      contactInfo: 'mailto:rosa@example.org',
      name: 'Instituto (public)',
    });
  });
});
