import { spawn } from 'node:child_process';
import { AppError } from '@sello/kit';
import { type CompiledTemplate, type FontLibrary, stamp } from '../../src/index.ts';
import { buildDesign, buildRow, buildText, compileDesign } from '../builders.ts';
import { readFile } from '../reader/read.ts';
import { allNodes } from '../reader/structure.ts';

/** Serif and sans, regular and bold take turns; the `index`th name of a language is set in one of them. */
export const styleOf = (index: number) => ({
  fontFamily: index % 2 === 0 ? 'Newsreader' : 'Source Sans 3',
  fontWeight: (index >> 1) % 2 === 0 ? 400 : 700,
});
const styles = 4;

/**
 * A4 with a name on one line. There is nothing else on it: pdftotext takes the direction of a page from most of its letters,
 * and would read a Hebrew name on a page of English as English.
 */
function certificateDesign(language: string, index: number) {
  const name = buildText('{{fullName}}', {
    ...{ x: 40, y: 200, width: 762, height: 90, align: 'center', fontSize: 36, ...styleOf(index) },
    ...{ fit: 'shrink', maxLines: 1, minFontSize: 8, role: 'paragraph' },
  });
  const pages = [{ id: 'page', width: 842, height: 595, elements: [name] }];
  return buildDesign([], { locale: language, pages });
}

/** How a name ended: as a file, or as the error of its row. */
export type Outcome =
  | { name: string; pdf: Buffer; sha256: string }
  | { name: string; code: string; character: string; pack: string };

export const isFile = (outcome: Outcome): outcome is Extract<Outcome, { pdf: Buffer }> => 'pdf' in outcome;

/** Stamps the names of one language into designs compiled once. What is no row's error is thrown. */
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

/** The text of a file as pdftotext gives it in NFC, one line, without the marks of direction that it adds. */
async function extractText(pdf: Buffer): Promise<string> {
  const child = spawn('pdftotext', ['-', '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.end(pdf);
  await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .split(/[\n\f]/)
    .filter((line) => line !== '')
    .join('\n')
    .normalize('NFC');
}

/** What the file says to who walks its structure, as a screen reader does. */
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
  /** What pdftotext gives. */
  read: string;
  /**
   * Whether nothing is wrong but the place of vowel signs and joiners of right-to-left letters. pdftotext goes by the places of
   * glyphs and turns round what is from right to left, letters and their signs alike.
   */
  onlyMarks: boolean;
}

const anyMark = /[\p{M}\u200c\u200d]/gu;
const isTurned = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const marksOf = (text: string) => (text.match(anyMark) ?? []).sort().join('');

/**
 * Certificates whose name pdftotext does not give back equal after NFC: one process a file, three at a time. `unspoken`: names
 * that the file's structure does not say.
 */
export async function readBack(
  outcomes: readonly Outcome[],
): Promise<{ misread: Misread[]; unspoken: string[] }> {
  const files = outcomes.filter(isFile);
  const misread: Misread[] = [];
  const unspoken: string[] = [];
  let next = 0;
  const work = async () => {
    while (next < files.length) {
      const { name, pdf } = files[next++] as (typeof files)[number];
      const wanted = name.normalize('NFC');
      if (spokenText(pdf) !== wanted) unspoken.push(name);
      const read = await extractText(pdf);
      if (read === wanted) continue;
      const onlyMarks =
        isTurned.test(wanted) &&
        read.replace(anyMark, '') === wanted.replace(anyMark, '') &&
        marksOf(read) === marksOf(wanted);
      misread.push({ name, read, onlyMarks });
    }
  };
  await Promise.all([work(), work(), work()]);
  return { misread, unspoken };
}
