/** The errors of what certificates print of an organization, a part of the closed list. */
export const signatoryErrors = {
  seal_color_invalid: { status: 400, message: 'The colour of the seal is written #RRGGBB, like #C2401C' },
  signatories_exceeded: { status: 400, message: 'An organization can have at most {max} signatories' },
  signatory_name_required: { status: 400, message: 'Each signatory needs a name' },
  signatory_name_repeated: { status: 400, message: 'There are two signatories called “{name}”' },
  signature_unknown: { status: 400, message: 'The signature of “{name}” is not stored here. Add it again.' },
} as const;
