/**
 * Features of MongoDB that this gateway does not support, so that code for both uses only the common subset. The
 * gateway refuses them at run time; this check finds them in schemas and sources before.
 */

/** An index as mongoose's `schema.indexes()` and the driver describe it. */
export interface IndexShape {
  key: Record<string, unknown>;
  options?: Record<string, unknown>;
}

/**
 * Why an index is outside the common subset; null when it is supported.
 * @param arrays paths of the collection that hold arrays
 */
export function indexProblem(
  { key, options = {} }: IndexShape,
  arrays: readonly string[] = [],
): string | null {
  const fields = Object.keys(key).join(', ');
  if (options.collation !== undefined) return `a collation on an index (${fields})`;
  const isText = Object.values(key).includes('text');
  if (isText && typeof options.default_language !== 'string')
    return `a text index without a default_language (${fields})`;
  const ascending = Object.values(key).every((direction) => Number(direction) > 0);
  if (options.unique === true && !ascending)
    return `a unique index with a key that is not ascending (${fields})`;
  // The gateway refuses a document whose array holds an element twice; a MongoDB server accepts it.
  const isOfArray = (field: string) =>
    arrays.some((array) => field === array || field.startsWith(`${array}.`));
  if (options.unique === true && Object.keys(key).some(isOfArray))
    return `a unique index over an array (${fields})`;
  return null;
}

/** Collection options that the gateway does not support. */
export const UNSUPPORTED_COLLECTION_OPTIONS = [
  'capped',
  'timeseries',
  'clusteredIndex',
  'changeStreamPreAndPostImages',
  'encryptedFields',
];

/** Features of queries and pipelines that the gateway does not support. */
const UNSUPPORTED_PATTERNS: readonly [pattern: RegExp, what: string][] = [
  [/\$where\b/, '$where'],
  [/\$(function|accumulator)\b/, 'JavaScript in the server'],
  [/\$changeStream\b|\.watch\(/, 'a change stream'],
  [/\bmapReduce\b/, 'map-reduce'],
  [/\b(tailable|awaitData)\b/, 'a tailable cursor'],
  [/\$(searchMeta|vectorSearch)\b|\$search['"]?: \{/, 'Atlas search'],
  [/\binsert(One|Many)?\(.*\b_id: null\b/, 'a document whose _id is null'],
  [/\bnew Timestamp\((\{ t: 0, i: 0 \}|0, 0|0n?)\)/, 'an empty Timestamp'],
  [
    /\blevel: 'snapshot'|\bsnapshot: true\b|new ReadConcern\('snapshot'\)|\batClusterTime\b/,
    'a snapshot read',
  ],
  [/\.(min|max)\(\{|\bfind\(.*[{ ](min|max): \{/, 'min or max of find'],
  [/\bwriteConcern\b.*\bw: ([2-9]|\d{2,})\b|[?&]w=([2-9]|\d{2,})\b/, 'a write concern above one node'],
  [/\bwriteConcern\b.*\bw: '(?!majority')/, 'a named write concern'],
  [/\bcommitQuorum: ([2-9]|\d{2,})\b/, 'a commit quorum above one node'],
  [/\b(update(One|Many)|replaceOne|delete(One|Many)|findOneAnd\w+)\(.*\bhint: /, 'the hint of a write'],
  [/\$dateTrunc\b/, '$dateTrunc'],
  [/\$natural['"]?: -1/, 'the hint $natural: -1'],
  [/\bMinKey\b|\bMaxKey\b/, 'MinKey or MaxKey'],
  [/\btextScore\b/, 'the textScore of $meta'],
  [/\$text\b(?!.*\$diacriticSensitive: true)/, '$text without $diacriticSensitive'],
  [/\$pull: \{[^}]*: \//, '$pull by a regular expression'],
];

export interface SubsetInput {
  collections?: {
    name: string;
    indexes: IndexShape[];
    options?: Record<string, unknown>;
    /** Paths that hold arrays. */
    arrays?: string[];
  }[];
  /** Sources that contain queries, with names for the report. */
  sources?: { name: string; text: string }[];
}

/** One line for each feature outside the common subset; empty when there are none. */
export function checkSubset({ collections = [], sources = [] }: SubsetInput): string[] {
  const problems: string[] = [];
  for (const { name, indexes, options = {}, arrays } of collections) {
    for (const index of indexes) {
      const problem = indexProblem(index, arrays);
      if (problem) problems.push(`${name}: ${problem}`);
    }
    for (const option of UNSUPPORTED_COLLECTION_OPTIONS) {
      if (options[option]) problems.push(`${name}: the collection option ${option}`);
    }
  }
  for (const { name, text } of sources) {
    for (const [n, line] of text.split('\n').entries()) {
      for (const [pattern, what] of UNSUPPORTED_PATTERNS) {
        if (pattern.test(line)) problems.push(`${name}:${n + 1}: ${what}`);
      }
    }
  }
  return problems;
}
