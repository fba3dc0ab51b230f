import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// A table of LibreOffice, saved by LibreOffice as CSV in several variants. The command is `soffice`, or that of SOFFICE.

/** A text; a number, also as Spanish shows it, 9,1; or a day as YYYY-MM-DD, which the table shows as 30/03/2026. */
type Cell = string | number | { score: number } | { day: string };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function cellOf(cell: Cell): string {
  if (typeof cell === 'number') {
    return `<table:table-cell office:value-type="float" office:value="${cell}"/>`;
  }
  if (typeof cell === 'object' && 'score' in cell) {
    return `<table:table-cell table:style-name="score" office:value-type="float" office:value="${cell.score}"/>`;
  }
  if (typeof cell === 'object') {
    const value = `office:value-type="date" office:date-value="${cell.day}"`;
    return `<table:table-cell table:style-name="day" ${value}/>`;
  }
  const lines = cell.split('\n').map((line) => `<text:p>${escaped(line)}</text:p>`);
  return `<table:table-cell office:value-type="string">${lines.join('')}</table:table-cell>`;
}

/** A flat OpenDocument spreadsheet with one sheet (OASIS OpenDocument 1.2). */
function spreadsheet(rows: readonly (readonly Cell[])[]): string {
  const names = ['office', 'table', 'text', 'style'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const number = 'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"';
  const style = `<number:date-style style:name="shown">
    <number:day number:style="long"/><number:text>/</number:text>
    <number:month number:style="long"/><number:text>/</number:text><number:year number:style="long"/>
  </number:date-style>
  <number:number-style style:name="comma" number:language="es" number:country="ES">
    <number:number number:decimal-places="1" number:min-integer-digits="1"/>
  </number:number-style>
  <style:style style:name="day" style:family="table-cell" style:data-style-name="shown"/>
  <style:style style:name="score" style:family="table-cell" style:data-style-name="comma"/>`;
  const lines = rows.map((row) => `<table:table-row>${row.map(cellOf).join('')}</table:table-row>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${names.join(' ')} ${number} office:version="1.2"
  office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>${style}</office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="Sheet">${lines.join('\n')}</table:table>
</office:spreadsheet></office:body></office:document>`;
}

/**
 * Options of LibreOffice's filter for CSV: delimiter and quote as character codes, charset (76 UTF-8, 12 ISO 8859-1,
 * 1 Windows-1252), first line, formats, language (1033 English, 3082 Spanish), all texts quoted, cells as shown.
 */
const variants: Record<string, string> = {
  semicolon: '59,34,76,1,,1033,true,true,false',
  'all-quoted': '44,34,76,1,,1033,true,true,false',
  'tab-latin1': '9,34,12,1,,1033,true,true,false',
  spanish: '59,34,1,1,,3082,false,true,true',
};

const head = ['fullName', 'idNumber', 'scoreNumeric', 'startDate', 'note'];
const texts: Cell[][] = [
  head,
  ['Ruiz, Ana', '1', 9.1, '2026-03-30', 'two\nlines'],
  ['Íñigo "el Viejo"', '05318842-Q', 8.4, '2026-10-03', '=1'],
];
/** With days as days: what a cell shows depends on the language. */
const days: Cell[][] = [
  head,
  ['Ruiz, Ana', '1', { score: 9.1 }, { day: '2026-03-30' }, 'dos; tres'],
  ['Íñigo Núñez', '05318842-Q', { score: 8.4 }, { day: '2026-10-03' }, ''],
];

/** Saves the table in each variant. Returns the bytes by the name of the variant; `undefined` where there is no LibreOffice. */
export function savedByLibreOffice(): Record<string, Uint8Array> | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'sello-libreoffice-'));
  const command = process.env.SOFFICE ?? 'soffice';
  const saved: Record<string, Uint8Array> = {};
  try {
    for (const [name, options] of Object.entries(variants)) {
      const table = join(folder, `${name}.fods`);
      writeFileSync(table, spreadsheet(name === 'spanish' ? days : texts));
      const run = spawnSync(command, [
        ...['--headless', `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`],
        ...['--convert-to', `csv:Text - txt - csv (StarCalc):${options}`, '--outdir', folder, table],
      ]);
      if (run.error !== undefined) return undefined;
      saved[name] = readFileSync(join(folder, `${name}.csv`));
    }
    return saved;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
