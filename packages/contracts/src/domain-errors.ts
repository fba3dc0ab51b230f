/** The errors of custom domains; part of `errorTable`. */
export const domainErrors = {
  domain_required: { status: 400, message: 'A domain is required' },
  domain_invalid: {
    status: 400,
    message: 'The domain is not valid',
    // The name of the detail is what is wrong, its value the part that is.
    messageWith: {
      address: '“{address}” is an address, not a name',
      characters: 'A domain has letters, digits and hyphens, but no “{characters}”',
      emptyLabel: 'A part of the name is empty: {emptyLabel}',
      hyphen: '“{hyphen}” begins or ends with a hyphen',
      labelLong: 'A part of the name is longer than 63 characters: {labelLong}',
      mixedScripts: 'A word of the name mixes letters of several scripts ({mixedScripts})',
      nameLong: 'The name has {nameLong} characters; 253 are the most',
      platform: '{platform} is this server’s own name: neither it nor a name below it can be added',
      port: 'Only the name, without a port: {port}',
      publicSuffix: '{publicSuffix} is a public suffix: nobody owns it. Add the name below it that is yours.',
      punycode: '“{punycode}” stands for no name',
      reserved: 'Names that end in .{reserved} do not exist on the Internet',
      singleLabel: '“{singleLabel}” is a single word; a domain has at least two, with a dot between them',
      url: 'Only the name, without https:// and without a path: {url}',
    },
  },
  domain_in_use: { status: 409, message: 'The domain is already in use' },
  domain_exists: { status: 409, message: 'The organization already has a domain' },
  domain_not_found: { status: 404, message: 'The organization has no domain' },
  domain_not_verified: { status: 409, message: 'The domain is not verified' },
  domain_mail_not_set_up: { status: 409, message: 'E-mails were never sent from this domain' },
  domain_mail_key_missing: {
    status: 409,
    message: 'The record of the other key was not found, so no e-mail could be signed',
  },
  sender_invalid: {
    status: 400,
    message: 'Only lower-case letters, digits, dots, hyphens and underscores, before the @',
  },
  domain_host_failed: { status: 502, message: 'Failed to configure domain with the hosting provider' },
} as const;
