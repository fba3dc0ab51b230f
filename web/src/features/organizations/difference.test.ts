import { describe, expect, it } from 'vitest';
import { difference } from './difference.ts';

describe('the difference of two names', () => {
  it('is what remains between the common prefix and suffix', () => {
    expect(difference('Instituto Cordilllera', 'Instituto Cordillera')).toEqual([
      'Instituto Cordill',
      'l',
      'era',
    ]);
    expect(difference('lnstituto', 'Instituto')).toEqual(['', 'l', 'nstituto']);
  });

  it('treats a letter with combining accents as one, and is empty for equal names', () => {
    expect(difference('Jose\u0301', 'Jose')).toEqual(['Jos', 'e\u0301', '']);
    expect(difference('Escola', 'Escola')).toEqual(['Escola', '', '']);
  });
});
