/**
 * The envelope of an exported template, a JSON file; `version` counts the envelope, the design has a version of its own.
 * Beside it are `name`, `tags`, `template` (the design) and `images`: data URLs by asset id.
 */
export const templateFile = { sello: 'template', version: 1 } as const;

/** The longest file that is read, in UTF-16 units: a design of the largest size with its pictures. */
export const longestTemplateFile = 40_000_000;
