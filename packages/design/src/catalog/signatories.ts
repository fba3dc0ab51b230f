import type { DesignInput } from '@sello/contracts';
import type { BlockTexts } from '../blocks/texts.ts';

type Variable = NonNullable<DesignInput['variables']>[number];

/** Who signs the samples. */
const samples = ['Rosa Ccori Mendívil', 'Joaquim Teles Barreto'] as const;

/**
 * The variables of the lines on which a certificate is signed. `roles` are those that the template is drawn for: they are the
 * samples, and stand on a line that nobody is named on.
 */
export function signatoryVariables(
  { signatories, signatoryRoles }: Pick<BlockTexts, 'signatories' | 'signatoryRoles'>,
  roles: readonly string[],
): Variable[] {
  return roles.flatMap((role, index): Variable[] => {
    const name = `batch.signatory${index + 1}`;
    const shared = { scope: 'batch', optional: true } as const;
    return [
      { name, ...shared, label: signatories[index] ?? '', sample: samples[index] ?? '', fallback: role },
      { name: `${name}Role`, ...shared, label: signatoryRoles[index] ?? '', sample: role },
    ];
  });
}
