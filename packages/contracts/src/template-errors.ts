/** The errors of templates, of rendering and of fonts, a part of the closed list. */
export const templateErrors = {
  template_not_found: { status: 404, atRow: true, helps: ['otherTemplate'], message: 'Template not found' },
  template_missing: {
    status: 400,
    atRow: true,
    helps: ['otherTemplate'],
    message: 'Every student needs a template',
  },
  template_name_required: { status: 400, message: 'The template needs a name' },
  template_conflict: { status: 409, message: 'Somebody else has saved this template meanwhile' },
  revision_not_found: { status: 404, message: 'Version not found' },
  template_too_large: {
    status: 413,
    message: 'The template is larger than {max} characters. Use fewer elements or simpler drawings.',
  },
  template_elements_exceeded: { status: 400, message: 'A page can hold at most {max} elements' },
  template_groups_too_deep: { status: 400, message: 'Groups can be nested at most {max} deep' },
  template_path_too_long: {
    status: 400,
    message: 'The drawing “{element}” is longer than {max} characters. Simplify it.',
  },
  template_id_repeated: { status: 400, message: 'Two pages or elements of the template have the id “{id}”' },
  template_font_unknown: {
    status: 400,
    message: '“{element}” is set in the font “{family}”, which is not on this server',
  },
  template_image_unknown: {
    status: 400,
    message: '“{element}” shows an image that the organization does not have',
  },
  template_invalid: {
    status: 400,
    atRow: true,
    helps: ['template', 'otherTemplate'],
    message: 'The template is not a valid design',
  },
  batch_value_missing: { status: 400, message: 'The template asks for a value of {variable}' },
  batch_value_too_long: { status: 400, message: 'A value of the batch has at most {max} characters' },
  batch_name_too_long: { status: 400, message: 'The name of a batch has at most {max} characters' },
  batch_value_unknown: { status: 400, message: 'No template of this batch prints {variable}' },
  variable_unknown: {
    status: 422,
    atRow: true,
    helps: ['printed', 'template'],
    message: 'The template asks for {variable}, which nobody fills',
  },
  glyph_missing: {
    status: 422,
    atRow: true,
    helps: ['printed', 'template', 'otherTemplate'],
    message: 'The font has no “{character}”',
    messageWith: {
      pack: '“{character}” is in the fonts “{pack}”, which are not on this server yet: they are being fetched, or its operator can install them with “npm run fetch-fonts”. Try again when they are there.',
    },
    helpsWith: { pack: ['fonts', 'otherTemplate'] },
  },
  font_unreadable: { status: 400, message: 'The file is not a font that can be used: {reason}' },
  font_embedding_forbidden: { status: 400, message: 'This font may not be used in certificates: {reason}' },
  font_licence_required: {
    status: 400,
    message: 'Confirm that the licence of the font lets your organization use it in its certificates',
  },
  font_family_taken: { status: 409, message: 'There are other fonts called “{family}” here already' },
  font_exists: { status: 409, message: 'The organization has this style of “{family}” already' },
  font_limit_reached: {
    status: 409,
    message: 'An organization can have {max} font files. Remove one first.',
  },
  font_not_found: { status: 404, message: 'Font not found' },
  script_unsupported: {
    status: 422,
    atRow: true,
    helps: ['printed', 'otherTemplate'],
    message: '“{character}” belongs to a script that cannot be set correctly yet',
  },
  barcode_character: {
    status: 422,
    atRow: true,
    helps: ['printed', 'otherTemplate'],
    message: 'A barcode cannot hold “{character}”, only the letters, digits and signs of ASCII',
  },
  text_too_complex: {
    status: 422,
    atRow: true,
    helps: ['printed'],
    message: 'The text stacks more marks on one letter, or nests directions deeper, than can be set',
  },
  text_does_not_fit: {
    status: 422,
    atRow: true,
    helps: ['shorten', 'otherTemplate', 'template'],
    message: 'The text does not fit its box, even at {minSize} pt',
  },
  template_too_heavy: {
    status: 422,
    atRow: true,
    helps: ['template', 'otherTemplate'],
    message:
      'The template takes more than {budgetMs} ms of computing for one certificate. Use fewer or shorter texts.',
  },
  page_letters_lost: {
    status: 422,
    atRow: true,
    helps: ['template', 'otherTemplate'],
    message:
      'Letters are missing on page {page} of the template: its PDF was imported by an earlier version of Sello. Import the PDF again.',
  },
  image_unreadable: {
    status: 422,
    atRow: true,
    helps: ['template', 'otherTemplate'],
    message: 'An image of the template cannot be read',
    messageWith: {
      photo: 'The holder’s photograph cannot be read',
      logo: 'The organization’s logo cannot be read',
      signature: 'The signature of a signatory cannot be read. Add it again in the settings.',
    },
    helpsWith: { photo: ['student', 'otherTemplate'], logo: ['logo', 'otherTemplate'] },
  },
} as const;
