import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import type { TextTree } from './plurals.ts';
import { everyText } from './texts.fixture.ts';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/*.d.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The names of the values that each text needs, by its key; of a plural by the key of all its forms. */
const needed = new Map<string, Set<string>>();
function read(tree: TextTree, before = ''): void {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value !== 'string') {
      read(value, `${before}${name}.`);
      continue;
    }
    const key = `${before}${name}`;
    const form = /_(?:zero|one|two|few|many|other)$/;
    const names = [...value.matchAll(/\{\{(\w+)\}\}/g)].map(([, place]) => place as string);
    if (form.test(key)) names.push('count');
    for (const one of [key, key.replace(form, '')])
      needed.set(one, new Set([...(needed.get(one) ?? []), ...names]));
  }
}
read(everyText('en'));

/** What is written as a `labelKey` anywhere. */
const labelKeys = new RegExp(
  `^(?:${[
    ...Object.values(sources)
      .join('\n')
      .matchAll(/\blabelKey: (['`])([\w.${}-]+)\1/g),
  ]
    .map(([, , key = '']) => key.replaceAll('.', '\\.').replace(/\$\{\w+\}/g, '[\\w-]+'))
    .join('|')})$`,
);

/**
 * What keys can be that a call only computes: by the name of the function, member or variable that it is given, or by its
 * template. A computed key that is not here is taken for every text that fits it.
 */
const computed: Readonly<Record<string, RegExp>> = {
  changeLabel: /^editor\.changes\./,
  keyLabel: /^editor\.keys\./,
  labelKey: labelKeys,
  labels: /^settings\.general\.(?:names|strangers)\.\w+$/,
  pageSizeLabel: /^editor\.pageSizes\./,
  remark: /^editor\.refusals\.singleLeftOut$/,
  sectionLabel: /^editor\.sections\./,
  sentenceOf: /^editorDetails\.(?:allAdded|nothingFound|byAi|byKeywords\..+)$/,
  sum: /^batches\.sum\.(?:refused|failed)$/,
  textKey: /^settings\.\w+\.text$/,
  texts: /^editorInspector\.faults\.(?:text|script|barcode)_\w+$|^editorInspector\.faults\.glyph_missing$/,
  titleKey: /^(?:audit|members|settings\.\w+)\.title$/,
  typeLabel: /^editor\.types\./,
  // Said with a time, where it is `saved`, in a way of its own.
  wordOf: /^editorSaving\.state\.(?!saved$)/,
  why: /^landing\.run\.why\./,
  'batches.sum.*': /^batches\.sum\.(?:generate|zip|email|export)$/,
  'editorContent.images.*': /^editorContent\.images\.(?:waiting|sending|failed)$/,
  'editorContent.preview.*': /^editorContent\.preview\.(?:longest|shortest|emptiest)$/,
  'editorContent.variables.unknown.*': /^editorContent\.variables\.unknown\.(?:unknown|column)$/,
  'editorContent.warnings.*': /^editorContent\.warnings\.(?:bad|warn)$/,
  'editorInspector.text.*': /^editorInspector\.text\.(?:fontSize|lineHeight|charSpacing)$/,
  'editorSaving.text.*': /^editorSaving\.text\.(?:offline|signedOut)$/,
  'editorSheets.transfer.*': /^editorSheets\.transfer\.(?:pdf|png|json|tooLarge|notDone)$/,
  // A letter that is put off is said with its time, in a way of its own.
  'members.letters.*': /^members\.letters\.(?!putOff$)/,
  'onboarding.*': /^onboarding\.(?:nameRequired|duplicateName)$/,
  'organizations.*.*': /^organizations\.(?:isPaused|isOpen)\.\w+$/,
  'settings.general.logo.*': /^settings\.general\.logo\.(?:another|replace|choose)$/,
  'settings.domains.domain.*':
    /^settings\.domains\.domain\.(?:pending|verified|failed|lapsed|hostFailed|configuring)$/,
  'settings.domains.meanwhile.*': /^settings\.domains\.meanwhile\.(?:newLinks|oldLinks|emails)$/,
  'settings.domains.meanwhile.*Text': /^settings\.domains\.meanwhile\.(?:newLinks|oldLinks|emails)Text$/,
  'settings.domains.uses.*': /^settings\.domains\.uses\.useIn[A-Z][a-z]+$/,
  'students.form.*': /^students\.form\.(?!saved$)/,
  'verify.file.*': /^verify\.file\.(?:same|other|issued|unknown)$/,
  'verifyFile.picture.*': /^verifyFile\.picture\.(?:failed|undecodable|tooLarge)$/,
  'verify.preview.*': /^verify\.preview\.(?!alt$)/,
};

/** The keys that an expression can be; null when nobody says which. */
function keysOf(node: Node): RegExp[] | null {
  const all = (parts: unknown): RegExp[] | null => {
    const read = (parts as Node[]).map(keysOf);
    return read.every((one) => one !== null) ? read.flat() : null;
  };
  const exactly = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  switch (node.type) {
    case 'Literal':
      return [new RegExp(`^${exactly(String(node.value))}$`)];
    case 'TemplateLiteral': {
      const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) =>
        exactly(value.cooked),
      );
      const known = computed[parts.map((part) => part.replaceAll('\\', '')).join('*')];
      return [known ?? new RegExp(`^${parts.join('[\\w-]+')}$`)];
    }
    case 'ConditionalExpression':
      return all([node.consequent, node.alternate]);
    case 'LogicalExpression':
      return all([node.left, node.right]);
    case 'ArrayExpression':
      return all(node.elements);
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return keysOf(node.expression as Node);
    default: {
      const of = node.type === 'CallExpression' ? (node.callee as Node) : node;
      const name = String(
        (of.type !== 'MemberExpression' ? of : ((of.computed ? of.object : of.property) as Node)).name,
      );
      return computed[name] ? [computed[name]] : null;
    }
  }
}

interface Call {
  place: string;
  /** Null: they cannot be told. */
  keys: RegExp[] | null;
  /** Null: an expression that is no list of them, which TypeScript checks where it is made. */
  given: Set<string> | null;
}

function callsIn(code: string, file: string): Call[] {
  const calls: Call[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one);
      return;
    }
    if (!isNode(value)) return;
    const callee = value.callee as Node | undefined;
    const isCall =
      value.type === 'CallExpression' && (callee?.name === 't' || (callee?.property as Node)?.name === 't');
    if (isCall) {
      const [key, values] = value.arguments as Node[];
      const properties = values?.type === 'ObjectExpression' ? (values.properties as Node[]) : [];
      const isOpen =
        (values && !['ObjectExpression', 'Literal'].includes(values.type)) ||
        properties.some(({ type }) => type === 'SpreadElement');
      const given = isOpen ? null : new Set(properties.map(({ key: name }) => String((name as Node).name)));
      const place = `${file} ${code.slice(value.start, value.end).replace(/\s+/g, ' ')}`;
      calls.push({ place, keys: key ? keysOf(key) : null, given });
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit((parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as { body: unknown }).body);
  return calls;
}

const calls = Object.entries(sources).flatMap(([file, code]) => callsIn(code, file));

/** The values that a call leaves out of the texts that it may show. */
const lacking = ({ keys, given }: Call): string[] =>
  keys === null || given === null
    ? []
    : [...needed]
        .filter(([key]) => keys.some((one) => one.test(key)))
        .flatMap(([key, names]) =>
          [...names].filter((name) => !given.has(name)).map((name) => `${key} {{${name}}}`),
        );

describe('a text with places for values', () => {
  it('is found without them, in each way to name it', () => {
    const found = (code: string) => callsIn(code, '').flatMap(lacking);
    expect(found("t('editorScreen.page')")).toEqual(['editorScreen.page {{number}}']);
    expect(found("t(a ? 'editorScreen.title' : 'editorScreen.page', { name })")).toHaveLength(1);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
    expect(found('t(`editor.importNotes.${kind}`)')).toContain('editor.importNotes.unsupported {{what}}');
    expect(found("t('editorSheets.transfer.pages', { number })")).toContain(
      'editorSheets.transfer.pages {{count}}',
    );
    expect(found("t('editorScreen.page', { number: 1 })")).toEqual([]);
    expect(callsIn('t(anything)', '')[0]).toMatchObject({ keys: null });
  });

  it('is given all of them wherever it is shown', () => {
    expect(calls.length).toBeGreaterThan(1_500);
    const wrong = calls.flatMap((call) => {
      const names = lacking(call);
      return names.length > 0 ? [`${call.place} lacks ${names.join(', ')}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('is never shown by a call of which nobody knows the text', () => {
    const unknown = calls.filter(({ keys, given }) => keys === null && given !== null);
    expect(unknown.map(({ place }) => place)).toEqual([]);
  });
});
