import { specimenCertId } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { builtInTemplates } from './catalog/index.ts';
import { printedContents } from './document.ts';
import { sampleValues } from './sample.ts';
import { printVariable, variablesOf } from './variables.ts';

const tenant = { name: 'cordillera', publicName: 'Instituto Cordillera' };

describe('sampleValues', () => {
  it('fills every variable of the built-in templates, but those of a signature', () => {
    for (const { design } of builtInTemplates('en')) {
      const values = sampleValues(design, tenant, 'https://sello.example/verify');
      for (const name of variablesOf(printedContents(design))) {
        if (!name.startsWith('signature.')) expect(printVariable(name, values, design)).toMatch(/\S/);
      }
    }
  });

  it('has the number that no certificate can have', () => {
    expect(sampleValues({ variables: [] }, tenant, '').certificate.id).toBe(specimenCertId);
  });

  it('uses the samples that the design declares for custom columns', () => {
    const declared = { scope: 'student' as const, label: '', kind: 'text' as const, optional: false };
    const variables = [{ name: 'custom.module', sample: 'III', ...declared }];
    const design = { locale: 'en', dateStyle: 'long' as const, timeZone: 'UTC', variables };
    expect(printVariable('custom.module', sampleValues(design, tenant, ''), design)).toBe('III');
  });
});
