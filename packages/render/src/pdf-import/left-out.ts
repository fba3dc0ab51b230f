// Counts what is active or attached in a file, none of which is written anew: only pages' contents are.

import type { Layers } from './page/layers.ts';
import type { Notes } from './page/notes.ts';
import type { PdfFile } from './read/file.ts';
import { PdfDict, PdfRef, PdfStream, type PdfValue } from './read/values.ts';

const maxCounted = 10_000;
const maxDepth = 32;

/** Adds a note for each kind of thing that an import leaves out. */
export function noteLeftOut(file: PdfFile, pages: readonly PdfDict[], layers: Layers, notes: Notes): void {
  const count = new Count(file);
  const { catalog } = file;
  count.fields(catalog.get('AcroForm'));
  count.actions(catalog);
  const names = file.dict(catalog.get('Names'));
  count.scripts += count.tree(names?.get('JavaScript'));
  count.attachments += count.tree(names?.get('EmbeddedFiles')) || file.array(catalog.get('AF')).length;
  for (const page of pages) {
    count.actions(page);
    for (const annotation of file.array(page.get('Annots')).slice(0, maxCounted))
      count.annotation(annotation);
  }
  notes.add('forms', { count: count.forms });
  notes.add('signatures', { count: count.signatures });
  notes.add('scripts', { count: count.scripts });
  notes.add('annotations', { count: count.annotations });
  notes.add('links', { count: count.links });
  notes.add('attachments', { count: count.attachments });
  notes.add('layers', { count: layers.hidden });
}

class Count {
  forms = 0;
  signatures = 0;
  scripts = 0;
  annotations = 0;
  links = 0;
  attachments = 0;
  readonly #file: PdfFile;
  readonly #seen = new Set<number>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** False when an object was visited before. */
  #isNew(value: PdfValue | undefined): boolean {
    if (!(value instanceof PdfRef)) return true;
    if (this.#seen.has(value.number) || this.#seen.size > maxCounted) return false;
    this.#seen.add(value.number);
    return true;
  }

  fields(source: PdfValue | undefined): void {
    const file = this.#file;
    const form = file.dict(source);
    if (!form) return;
    const walk = (value: PdfValue, inherited: string | undefined, depth: number): void => {
      if (depth > maxDepth || !this.#isNew(value)) return;
      const field = file.dict(value);
      if (!field) return;
      const type = field.name('FT') ?? inherited;
      // Kids without a name are the places where one field is shown.
      const kids = file.array(field.get('Kids')).filter((kid) => file.dict(kid)?.get('T') !== undefined);
      for (const kid of kids.slice(0, maxCounted)) walk(kid, type, depth + 1);
      this.actions(field);
      if (kids.length > 0) return;
      if (type === 'Sig') this.signatures += 1;
      else this.forms += 1;
    };
    for (const field of file.array(form.get('Fields')).slice(0, maxCounted)) walk(field, undefined, 0);
    if (this.forms === 0 && form.get('XFA') !== undefined) this.forms = 1;
  }

  annotation(source: PdfValue): void {
    const annotation = this.#file.dict(source);
    if (!annotation) return;
    const subtype = annotation.name('Subtype');
    if (subtype === 'Widget' || subtype === 'Popup') {
      if (this.#isNew(source)) this.actions(annotation);
      return;
    }
    this.actions(annotation);
    if (subtype === 'Link') this.links += 1;
    else if (subtype === 'FileAttachment') this.attachments += 1;
    else this.annotations += 1;
  }

  /** The scripts of a catalog, a page, a field or an annotation. */
  actions(holder: PdfDict): void {
    const file = this.#file;
    const additional = file.dict(holder.get('AA'));
    const all = [holder.get('OpenAction'), holder.get('A'), ...(additional?.entries.values() ?? [])];
    for (const action of all.slice(0, 100)) this.#action(action, 0);
  }

  #action(source: PdfValue | undefined, depth: number): void {
    const action = this.#file.dict(source);
    if (!action || depth > maxDepth) return;
    if (['JavaScript', 'Rendition', 'Launch'].includes(action.name('S') ?? '')) this.scripts += 1;
    const next = this.#file.resolve(action.get('Next'));
    if (next instanceof PdfDict) this.#action(next, depth + 1);
  }

  /** The number of entries of a name tree (ISO 32000-1, 7.9.6). */
  tree(source: PdfValue | undefined, depth = 0): number {
    if (depth > maxDepth || !this.#isNew(source)) return 0;
    const file = this.#file;
    const node = file.resolve(source);
    if (!(node instanceof PdfDict) || node instanceof PdfStream) return 0;
    const kids = file.array(node.get('Kids')).slice(0, maxCounted);
    const own = Math.floor(file.array(node.get('Names')).length / 2);
    return own + kids.reduce((sum: number, kid) => sum + this.tree(kid, depth + 1), 0);
  }
}
