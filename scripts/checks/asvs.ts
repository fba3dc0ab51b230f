import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { isNode, type Node, nameOf, nodesIn, nodesOf } from './syntax.ts';

/**
 * The ledger of OWASP ASVS 5.0.0 (May 2025): level 1, and level 2 of files (V5), sessions (V7), authorization (V8),
 * cryptography (V11) and logging (V16). Ids and levels are the standard's, all words are ours.
 */
const ledgerFile = 'docs/asvs.json';

/** How many requirements each chapter has at level 1, and at level 2 where the ledger holds that: the standard's numbers. */
export const requiredCounts: Readonly<Record<string, readonly [level1: number, level2: number]>> = {
  V1: [8, 0],
  V2: [4, 0],
  V3: [8, 0],
  V4: [2, 0],
  V5: [4, 5],
  V6: [13, 0],
  V7: [6, 12],
  V8: [4, 3],
  V9: [4, 0],
  V10: [5, 0],
  V11: [3, 11],
  V12: [3, 0],
  V13: [1, 0],
  V14: [2, 0],
  V15: [3, 0],
  V16: [0, 16],
};

/** Sections that ask for a document, which is named as a file of `docs` and words of its text. */
const documentSections = ['V2.1', 'V5.1', 'V6.1', 'V7.1', 'V8.1', 'V11.1', 'V15.1', 'V16.1'];

const outcomes = ['tests', 'notApplicable', 'open'] as const;
const fields: readonly string[] = ['id', 'level', 'about', ...outcomes];
const maxWords = 12;

/** What a file is named for: its tests, its checks or attacks by their name, or words of a document. */
const testFile = /\.(?:test|suite)\.tsx?$/;
const namingFile = /^(?:scripts\/check|scripts\/checks\/declarations|tests\/abuse\/attacks\/[\w-]+)\.ts$/;
const documentFile = /^docs\/(?:[\w-]+\/)*[\w-]+\.md$/;

type Entry = Readonly<Record<string, unknown>>;
/** The text of a file of the repository; undefined for one that does not exist. */
type TextOf = (file: string) => string | undefined;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const wordsOf = (text: string): string => text.replace(/\s+/g, ' ');

/** The names on the way from a call to what is called: `it`, `skipIf` of `it.skipIf(…)('…')`. */
function calledNames(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'MemberExpression') return [...calledNames(callee.object), nameOf(callee.property)];
  if (callee.type === 'CallExpression') return calledNames(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return calledNames(callee.tag);
  return [nameOf(callee)];
}

/** The text of a string or template as it is written, without its quotes. */
function writtenText(text: string, node: Node | undefined): string[] {
  const isString = node?.type === 'TemplateLiteral' || typeof node?.value === 'string';
  return node && isString ? [text.slice(node.start + 1, node.end - 1)] : [];
}

const treeOf = (file: string, text: string): Node[] =>
  nodesOf(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node);

/** The titles of the tests in a source text, without those that are always skipped. */
export function testTitles(file: string, text: string): string[] {
  return treeOf(file, text).flatMap(({ type, callee, arguments: given }) => {
    const [root, ...others] = type === 'CallExpression' ? calledNames(callee) : [];
    if (!root || !['it', 'test', 'describe', 'step'].includes(root)) return [];
    if (others.some((name) => name === 'skip' || name === 'todo')) return [];
    return writtenText(text, nodesIn(given)[0]);
  });
}

/** The names of checks and the titles of attacks, which are properties, and those of the tools of `check.ts`. */
function declaredNames(file: string, text: string): string[] {
  return treeOf(file, text).flatMap((node) => {
    if (node.type === 'Property' && ['name', 'title'].includes(nameOf(node.key)))
      return writtenText(text, nodesIn(node.value)[0]);
    const isTool = node.type === 'CallExpression' && nameOf(node.callee) === 'tool';
    return isTool ? writtenText(text, nodesIn(node.arguments)[0]) : [];
  });
}

function namesIn(file: string, text: string): string[] {
  if (testFile.test(file)) return testTitles(file, text);
  return namingFile.test(file) ? declaredNames(file, text) : [wordsOf(text)];
}

/** What is wrong with `FILE > TITLE`; `known` keeps the names of the files that were read. */
function wrongTest(id: string, named: unknown, textOf: TextOf, known: Map<string, string[]>): string[] {
  const [, file, title] = (isText(named) && /^(\S+) > (\S.*)$/.exec(named)) || [];
  if (!file || !title) return [`${id}: ${JSON.stringify(named)} is not “file > title”`];
  const isDocument = documentFile.test(file);
  if (!isDocument && !testFile.test(file) && !namingFile.test(file)) return [`${id}: ${file} has no tests`];
  if (isDocument && !documentSections.some((section) => id.startsWith(`${section}.`)))
    return [`${id}: ${file} is a document, and a test has to be named`];
  if (!known.has(file)) {
    const text = textOf(file);
    if (text === undefined) return [`${id}: ${file} does not exist`];
    known.set(file, namesIn(file, text));
  }
  return known.get(file)!.some((one) => one.includes(title)) ? [] : [`${id}: ${file} has no “${title}”`];
}

function wrongEntry(id: string, entry: Entry, textOf: TextOf, known: Map<string, string[]>): string[] {
  const wrong = Object.keys(entry)
    .filter((field) => !fields.includes(field))
    .map((field) => `${id}: “${field}” is no field of an entry`);
  const { about, tests } = entry;
  if (!isText(about) || about.trim().split(/\s+/).length > maxWords)
    wrong.push(`${id}: “about” has one to ${maxWords} words`);
  const given = outcomes.filter((one) => entry[one] !== undefined);
  if (given.length !== 1) wrong.push(`${id}: exactly one of ${outcomes.join(', ')}`);
  for (const one of given) {
    const value = entry[one];
    const isFilled = one === 'tests' ? Array.isArray(value) && value.length > 0 : isText(value);
    if (!isFilled) wrong.push(`${id}: “${one}” is empty`);
  }
  if (Array.isArray(tests)) wrong.push(...tests.flatMap((named) => wrongTest(id, named, textOf, known)));
  return wrong;
}

/** Chapters that have another number of requirements at a level than the standard. */
function wrongCounts(entries: readonly Entry[], counts: typeof requiredCounts): string[] {
  const chapterOf = ({ id }: Entry): string => String(id).split('.')[0]!;
  const unknown = new Set(entries.map(chapterOf).filter((chapter) => !Object.hasOwn(counts, chapter)));
  const wrong = [...unknown].map((chapter) => `${chapter} is no chapter of the ledger`);
  for (const [chapter, levels] of Object.entries(counts)) {
    for (const [at, count] of levels.entries()) {
      const ids = entries.filter((entry) => chapterOf(entry) === chapter && entry.level === at + 1);
      const found = new Set(ids.map(({ id }) => id)).size;
      if (found !== count) wrong.push(`${chapter} has ${found} of ${count} requirements of level ${at + 1}`);
    }
  }
  return wrong;
}

/**
 * What is wrong with a ledger: entries without one outcome, ids that occur twice or are missing, and tests that do not
 * exist.
 */
export function wrongLedger(list: unknown, textOf: TextOf, counts = requiredCounts): string[] {
  const entries = Array.isArray(list) ? list.filter(isEntry) : [];
  if (!Array.isArray(list) || entries.length !== list.length) return [`${ledgerFile} is no list of entries`];
  const known = new Map<string, string[]>();
  const seen = new Set<unknown>();
  const wrong = entries.flatMap((entry) => {
    const { id, level } = entry;
    if (!isText(id) || !/^V\d+\.\d+\.\d+$/.test(id)) return [`${JSON.stringify(id)} is no id`];
    const twice = seen.has(id) ? [`${id} occurs twice`] : [];
    seen.add(id);
    const ofLevel = level === 1 || level === 2 ? [] : [`${id}: “level” is 1 or 2`];
    return [...twice, ...ofLevel, ...wrongEntry(id, entry, textOf, known)];
  });
  return [...wrong, ...wrongCounts(entries, counts)];
}

/** What is wrong with the ledger of the repository. */
export function wrongRequirements(root: string): string[] {
  const textOf: TextOf = (file) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
  return wrongLedger(JSON.parse(textOf(ledgerFile) ?? 'null'), textOf);
}
