import { type Signatory, signatoryNamed } from '@sello/contracts';
import { signatureImages } from '@sello/design';

type Values = Readonly<Record<string, string>>;

/**
 * Who signs a batch: on a line of which the request says nothing, the organization's signatory of that place; beside a name
 * without a role, that of the signatory of this name. A line that was given a blank name is left to nobody. `known` are the
 * variables that the batch prints.
 */
export function withSignatories(
  given: Values,
  signatories: readonly Signatory[] | undefined,
  known: ReadonlySet<string>,
): Values {
  const values: Record<string, string> = { ...given };
  for (const [place, name] of Object.values(signatureImages).entries()) {
    const role = `${name}Role`;
    if (!known.has(name)) continue;
    const isSilent = !Object.hasOwn(given, name) && !Object.hasOwn(given, role);
    const signatory = isSilent ? signatories?.[place] : signatoryNamed(signatories, given[name]);
    if (signatory === undefined) continue;
    if (isSilent) values[name] = signatory.name;
    if (known.has(role) && !Object.hasOwn(given, role)) values[role] = signatory.role;
  }
  return values;
}
