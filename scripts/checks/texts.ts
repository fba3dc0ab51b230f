import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Api,
  apis,
  dnsReasons,
  type ErrorFacts,
  errorTable,
  fileFaults,
  languages,
  role,
  verdictReasons,
} from '@sello/contracts';

const locales = 'web/src/i18n/locales';

type Tree = { [key: string]: Tree | string };

function flat(tree: Tree, before = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${before}${key}`, value]] : flat(value, `${before}${key}.`),
  );
}

/** All texts of a language by their dotted keys, which begin with the name of the file. */
export function textsOf(root: string, language: string): ReadonlyMap<string, string> {
  const folder = join(root, locales, language);
  return new Map(
    readdirSync(folder).flatMap((file) =>
      flat({ [file.replace(/\.json$/, '')]: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Tree }),
    ),
  );
}

/** i18next's form of a message: `{name}` is written `{{name}}`. */
const asText = (message: string): string => message.replaceAll(/\{(\w+)\}/g, '{{$1}}');

/** Keys that the contracts require, with the English text where the contract defines it. */
function requiredTexts(): Map<string, string | undefined> {
  const wanted = new Map<string, string | undefined>();
  for (const [code, { message, messageWith = {} }] of Object.entries<ErrorFacts>(errorTable)) {
    wanted.set(`errors.${code}`, asText(message));
    for (const [detail, text] of Object.entries(messageWith)) {
      wanted.set(`errors.${code}_${detail}`, asText(text));
    }
  }
  for (const [reason, text] of Object.entries(fileFaults)) {
    wanted.set(`fileFaults.${reason}`, asText(text));
  }
  for (const { resource, calls } of Object.values<Api>(apis))
    for (const [key, { fallback }] of Object.entries(calls))
      wanted.set(`errors.fallback.${resource}.${key}`, fallback);
  for (const reason of Object.keys(dnsReasons)) wanted.set(`settings.domains.reasons.${reason}`, undefined);
  for (const code of Object.keys(verdictReasons)) wanted.set(`verify.reasons.${code}`, undefined);
  for (const name of role.options) wanted.set(`common.roles.${name}`, undefined);
  return wanted;
}

/**
 * Texts that are missing in a language: of an error, a failed call, a role, or any that English has. Also reports English
 * texts of errors and calls that differ from the contract.
 */
export function missingTexts(root: string): string[] {
  const known = languages.map((language) => ({ language, texts: textsOf(root, language) }));
  const english = known.find(({ language }) => language === 'en')!.texts;
  const wanted = requiredTexts();
  const keys = new Set([...wanted.keys(), ...known.flatMap(({ texts }) => [...texts.keys()])]);
  const missing = [...keys].flatMap((key) => {
    const without = known.filter(({ texts }) => !texts.has(key)).map(({ language }) => language);
    return without.length === 0 ? [] : [`${key} is missing in ${without.join(', ')}`];
  });
  const different = [...wanted].flatMap(([key, text]) =>
    text === undefined || !english.has(key) || english.get(key) === text
      ? []
      : [`${key} in English is not the contract’s “${text}”`],
  );
  return [...missing, ...different];
}
