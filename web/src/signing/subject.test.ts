import { describe, expect, it } from 'vitest';
import { readableSubject } from './subject.ts';

describe('the subject of a certificate', () => {
  it('is read without its keys and without saying a name twice', () => {
    expect(readableSubject('CN=Instituto Cordillera, O=Instituto Cordillera, L=Lima')).toBe(
      'Instituto Cordillera, Lima',
    );
    expect(readableSubject('CN=Escola\\, Porto,O=Santa Inês')).toBe('Escola, Porto, Santa Inês');
  });

  it('stays as it is when it is no distinguished name', () => {
    expect(readableSubject('Instituto Cordillera, Lima')).toBe('Instituto Cordillera, Lima');
    expect(readableSubject('')).toBe('');
  });
});
