import { describe, expect, it } from 'vitest';
import { difference } from './difference.ts';

describe('the difference of two names', () => {
  it('is what one has in place of the other', () => {
    expect(difference('Instituto Cordilllera', 'Instituto Cordillera')).toEqual([
      'Instituto Cordill',
      'l',
      'era',
    ]);
    expect(difference('lnstituto', 'Instituto')).toEqual(['', 'l', 'nstituto']);
  });

  it('takes a letter with its accents as one, and is nothing between equal names', () => {
    expect(difference('Jose\u0301', 'Jose')).toEqual(['Jos', 'e\u0301', '']);
    expect(difference('Escola', 'Escola')).toEqual(['Escola', '', '']);
  });
});
