import { describe, expect, it } from 'vitest';
import { readableSubject } from './subject.ts';

describe('the subject of a certificate', () => {
  it('is shown without attribute types and without repeated names', () => {
    expect(readableSubject('CN=Instituto Cordillera, O=Instituto Cordillera, L=Lima')).toBe(
      'Instituto Cordillera, Lima',
    );
    expect(readableSubject('CN=Escola\\, Porto,O=Santa Inês')).toBe('Escola, Porto, Santa Inês');
  });

  it('stays as it is when it is not a distinguished name', () => {
    expect(readableSubject('Instituto Cordillera, Lima')).toBe('Instituto Cordillera, Lima');
    expect(readableSubject('')).toBe('');
  });
});
