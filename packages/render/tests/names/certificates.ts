import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@sello/kit';
import { type CompiledTemplate, type FontLibrary, stamp } from '../../src/index.ts';
import { buildDesign, buildRow, buildText, compileDesign } from '../builders.ts';
import { readFile } from '../reader/read.ts';
import { allNodes } from '../reader/structure.ts';

/** The style of the `index`th name of a language, which alternates between serif and sans, regular and bold. */
export const styleOf = (index: number) => ({
  fontFamily: index % 2 === 0 ? 'Newsreader' : 'Source Sans 3',
  fontWeight: (index >> 1) % 2 === 0 ? 400 : 700,
});
const styles = 4;

/**
 * A4 with only a name on one line: pdftotext takes the direction of a page from the majority of its letters, and would
 * extract a Hebrew name on an English page as left-to-right.
 */
function certificateDesign(language: string, index: number) {
  const name = buildText('{{fullName}}', {
    ...{ x: 40, y: 200, width: 762, height: 90, align: 'center', fontSize: 36, ...styleOf(index) },
    ...{ fit: 'shrink', maxLines: 1, minFontSize: 8, role: 'paragraph' },
  });
  const pages = [{ id: 'page', width: 842, height: 595, elements: [name] }];
  return buildDesign([], { locale: language, pages });
}

/** The result for a name: a file, or the error of its row. */
export type Outcome =
  | { name: string; pdf: Buffer; sha256: string }
  | { name: string; code: string; character: string; pack: string };

export const isFile = (outcome: Outcome): outcome is Extract<Outcome, { pdf: Buffer }> => 'pdf' in outcome;

/** Stamps the names of one language into designs compiled once. Throws errors that are not errors of a row. */
export async function issue(
  language: string,
  names: readonly string[],
  fonts: FontLibrary,
): Promise<Outcome[]> {
  const compiled = new Map<number, CompiledTemplate>();
  const outcomes: Outcome[] = [];
  for (const [index, name] of names.entries()) {
    try {
      const template =
        compiled.get(index % styles) ?? (await compileDesign(certificateDesign(language, index), { fonts }));
      compiled.set(index % styles, template);
      const { tail, sha256 } = await stamp(template, buildRow({ student: { fullName: name } }));
      outcomes.push({ name, pdf: Buffer.concat([template.prefix, tail]), sha256 });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { character = '', pack = '' } = error.details as { character?: string; pack?: string };
      outcomes.push({ name, code: error.code, character, pack });
    }
  }
  return outcomes;
}

/**
 * The text of each file extracted by pdftotext, in NFC without the directional marks that it adds. qpdf merges the files
 * into one, which keeps their content streams: one process per file would take ten times as long.
 */
function extractTexts(files: readonly Buffer[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sello-names-'));
  try {
    const paths = files.map((pdf, index) => {
      const path = join(folder, `${index}.pdf`);
      writeFileSync(path, pdf);
      return path;
    });
    const pages = join(folder, 'pages.pdf');
    execFileSync('qpdf', ['--empty', '--pages', ...paths, '--', pages]);
    const texts = execFileSync('pdftotext', [pages, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1);
    if (texts.length !== files.length) throw new Error(`${files.length} files have ${texts.length} pages`);
    return texts.map((text) =>
      text
        .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
        .split('\n')
        .filter((line) => line !== '')
        .join('\n')
        .normalize('NFC'),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text of the paragraphs in the structure tree, as a screen reader gets it. */
function spokenText(pdf: Buffer): string {
  const nodes = [...allNodes(readFile(pdf).structure.root)];
  return nodes
    .filter(({ role }) => role === 'P')
    .map(({ text }) => text)
    .join('\n')
    .replaceAll('\u200f', '');
}

export interface Misread {
  name: string;
  /** The text extracted by pdftotext. */
  read: string;
}

const filesAtOnce = 50;

/**
 * `misread`: certificates whose name pdftotext does not extract unchanged after NFC. `unspoken`: names missing from the
 * file's structure tree.
 */
export function readBack(outcomes: readonly Outcome[]): { misread: Misread[]; unspoken: string[] } {
  const files = outcomes.filter(isFile);
  const misread: Misread[] = [];
  for (let from = 0; from < files.length; from += filesAtOnce) {
    const some = files.slice(from, from + filesAtOnce);
    const texts = extractTexts(some.map(({ pdf }) => pdf));
    for (const [index, { name }] of some.entries()) {
      const read = texts[index] as string;
      if (read !== name.normalize('NFC')) misread.push({ name, read });
    }
  }
  const unspoken = files.filter(({ name, pdf }) => spokenText(pdf) !== name.normalize('NFC'));
  return { misread, unspoken: unspoken.map(({ name }) => name) };
}
