// The rules of PDF/UA-1 (ISO 14289-1) that files of this writer could violate.
import { type Rule, rule, typed } from './rules.ts';
import { isDictionary, isStream, Reference, textIn, type Value } from './values.ts';

export const accessRules: Rule[] = [
  rule('5', 'its identification', function* ({ xmp }) {
    if (!xmp.includes('<pdfuaid:part>1</pdfuaid:part>')) yield 'pdfuaid';
  }),
  rule('7.1 content', 'all content either tagged or an artifact, never both', function* ({ structure }) {
    for (const [page, { painted }] of structure.pages.entries()) {
      for (const { mcid, isArtifact, text } of painted) {
        if (mcid === null && !isArtifact) yield `page ${page}: ${text}`;
        if (mcid !== null && isArtifact) yield `page ${page}: ${text} is both`;
      }
    }
  }),
  rule(
    '7.1 owners',
    'all marked content owned by the element that the parent tree names',
    function* (subject) {
      const { document, structure, nodes } = subject;
      const tree = document.dictionary(document.catalog.get('StructTreeRoot'));
      const numbers = document.array(document.dictionary(tree.get('ParentTree')).get('Nums'));
      const keys = numbers.filter((_, index) => index % 2 === 0) as number[];
      if (keys.some((key, index) => index > 0 && key <= (keys[index - 1] as number)))
        yield 'the keys are not in order';
      const owners = new Map<number, Value>(keys.map((key, index) => [key, numbers[index * 2 + 1] as Value]));
      const marked = new Set<string>();
      for (const { number, marks, objects } of nodes) {
        for (const { page, form, mcid } of marks) {
          marked.add(`${page}/${form}/${mcid}`);
          const holder =
            form === null
              ? document.dictionary(document.pages[page])
              : document.stream(new Reference(form)).entries;
          const list = document.array(owners.get(holder.get('StructParents') as number));
          const owner = list[mcid];
          if (!(owner instanceof Reference) || owner.number !== number) yield `${page}/${form}/${mcid}`;
        }
        for (const object of objects) {
          const owner = owners.get(document.dictionary(new Reference(object)).get('StructParent') as number);
          if (!(owner instanceof Reference) || owner.number !== number) yield `object ${object}`;
        }
      }
      for (const [page, { painted }] of structure.pages.entries()) {
        for (const { form, mcid } of painted) {
          if (mcid !== null && !marked.has(`${page}/${form}/${mcid}`))
            yield `${page}/${form}/${mcid} belongs to none`;
        }
      }
    },
  ),
  rule('7.1 title', 'a title, shown in place of the name of the file', function* ({ document, xmp }) {
    if (!/<dc:title><rdf:Alt><rdf:li xml:lang="x-default">[^<]+</.test(xmp)) yield 'dc:title';
    const preferences = document.dictionary(document.catalog.get('ViewerPreferences'));
    if (preferences.get('DisplayDocTitle') !== true) yield 'DisplayDocTitle';
  }),
  rule('7.1 suspects', 'no doubt about its tags', function* ({ document }) {
    if (document.dictionary(document.catalog.get('MarkInfo')).get('Suspects') === true) yield 'Suspects';
  }),
  rule('7.2', 'a language for every text', function* ({ document, nodes }) {
    if (!textIn(document.catalog.get('Lang'))) yield 'the document';
    for (const { role, language } of nodes) if (language === '') yield role;
  }),
  rule('7.3', 'figures with an alternative and their place', function* ({ document, nodes }) {
    for (const { role, alt, entries } of nodes) {
      if (role !== 'Figure') continue;
      if (!alt) yield 'Alt';
      const box = document.array(document.dictionary(entries.get('A')).get('BBox')) as number[];
      if (
        box.length !== 4 ||
        (box[0] as number) >= (box[2] as number) ||
        (box[1] as number) >= (box[3] as number)
      ) {
        yield `BBox ${box.join(' ')}`;
      }
    }
  }),
  rule('7.4.2', 'headings that begin with the first level and leave none out', function* ({ nodes }) {
    let before = 0;
    for (const { role, text } of nodes) {
      const level = Number(/^H([1-6])$/.exec(role)?.[1] ?? 0);
      if (level === 0) continue;
      if (level > before + 1) yield `${role} after H${before}: ${text}`;
      before = level;
    }
  }),
  rule(
    '7.5',
    'tables of rows with as many cells, heads that say whose they are',
    function* ({ document, nodes }) {
      for (const table of nodes.filter(({ role }) => role === 'Table')) {
        if (table.kids.some(({ role }) => role !== 'TR')) yield 'what is no row';
        if (new Set(table.kids.map(({ kids }) => kids.length)).size > 1) yield 'rows of different lengths';
        for (const cell of table.kids.flatMap(({ kids }) => kids)) {
          if (cell.role !== 'TH' && cell.role !== 'TD') yield cell.role;
          if (cell.role === 'TH' && !document.dictionary(cell.entries.get('A')).has('Scope')) yield 'Scope';
        }
      }
      for (const { role, kids } of nodes) {
        if (role !== 'Table' && kids.some((kid) => kid.role === 'TR')) yield `a row in ${role}`;
        if (role !== 'TR' && kids.some((kid) => kid.role === 'TD' || kid.role === 'TH'))
          yield `a cell in ${role}`;
      }
    },
  ),
  rule('7.17', 'bookmarks of a document of several pages', function* ({ document }) {
    if (document.pages.length < 2) return;
    const outline = document.dictionary(document.catalog.get('Outlines'));
    if (outline.get('Count') !== document.pages.length) yield 'Count';
    let next = outline.get('First');
    for (const page of document.pages) {
      const item = document.dictionary(next);
      const [target] = document.array(item.get('Dest'));
      if (!(target instanceof Reference) || target.number !== page.number) yield `${page.number}`;
      if (!textIn(item.get('Title'))) yield 'Title';
      next = item.get('Next');
    }
  }),
  rule('7.18.1', 'fields in the tree, with a name for people', function* ({ document, nodes }) {
    const inForms = new Set(nodes.filter(({ role }) => role === 'Form').flatMap(({ objects }) => objects));
    for (const page of document.pages) {
      const annotations = document.resolve(document.dictionary(page).get('Annots')) ?? [];
      for (const annotation of annotations as Reference[]) {
        if (!inForms.has(annotation.number)) yield `object ${annotation.number}`;
        if (!textIn(document.dictionary(annotation).get('TU'))) yield 'TU';
      }
    }
    if (typed(document, 'Annot').some((one) => document.name(one.get('Subtype')) !== 'Widget'))
      yield 'another annotation';
  }),
  rule('7.18.3', 'pages whose fields are visited in the order of the tree', function* ({ document }) {
    for (const page of document.pages) {
      if (document.name(document.dictionary(page).get('Tabs')) !== 'S') yield `object ${page.number}`;
    }
  }),
  rule('7.20', 'forms with marks of their own painted once', function* ({ document, structure }) {
    for (const { number, value } of document.objects()) {
      if (!isStream(value) || !value.entries.has('StructParents')) continue;
      const marks = structure.pages.flatMap(({ painted }) => painted.filter(({ form }) => form === number));
      const seen = marks.map(({ mcid }) => mcid).filter((mcid) => mcid !== null);
      if (new Set(seen).size !== seen.length && !isDictionary(value.entries.get('Resources')))
        yield `object ${number}`;
    }
  }),
];
