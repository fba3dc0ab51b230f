import { z } from 'zod';
import { assetId, rgbColor } from './design/parts.ts';
import { issueError, withFieldError } from './field-error.ts';
import { limits } from './limits.ts';
import { lineText, nameText } from './texts.ts';

/** The colour of an organization's seal, `#rrggbb`. */
export const sealColor = rgbColor.toLowerCase();

/** Somebody who signs certificates: name and role are printed below a line, the signature above it. */
export const signatory = z.object({
  name: z.string(),
  role: z.string(),
  /** The asset with the picture of the signature; lines of signatories without one are signed by hand. */
  signature: assetId.exactOptional(),
});
export type Signatory = z.infer<typeof signatory>;

/** The signatories of an organization: each name once, because a printed name finds its signature. */
export const signatories = z
  .array(
    signatory.extend({
      name: withFieldError(nameText(limits.signatoryText), { missing: 'signatory_name_required' }),
      role: lineText(limits.signatoryText),
    }),
  )
  .superRefine((given, context) => {
    const refuse = (params: ReturnType<typeof issueError>) =>
      context.addIssue({ code: 'custom', message: params.error.code, params });
    if (given.length > limits.signatories)
      refuse(issueError('signatories_exceeded', { max: limits.signatories }));
    const names = new Set<string>();
    for (const { name } of given) {
      if (names.has(nameKey(name))) refuse(issueError('signatory_name_repeated', { name }));
      names.add(nameKey(name));
    }
  });

/** Names that look the same are the same. */
const nameKey = (name: string): string => name.normalize('NFC').trim();

/** The organization's signatory of a printed name. */
export function signatoryNamed(
  all: readonly Signatory[] | undefined,
  name: string | undefined,
): Signatory | undefined {
  if (name === undefined || name.trim() === '') return undefined;
  return all?.find((one) => nameKey(one.name) === nameKey(name));
}
