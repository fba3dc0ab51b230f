import type { ApiClient } from '@sello/dev-stack';
import { expect, it } from 'vitest';
import { callRows, type TenantResources } from './access-matrix.ts';
import { badRequests } from './bad-values.ts';

export interface BadInputContext {
  owner: ApiClient;
  root: ApiClient;
  target: TenantResources;
  /** A stored template. */
  design: object;
  /** Runs attempts and expects that they change nothing in any organization. */
  expectUnchanged(attempts: () => Promise<void>): Promise<void>;
  /** Some of a call's requests, or all; `place` is the call's. */
  part<T>(requests: readonly T[], place: number): T[];
  inParallel<T>(tasks: readonly T[], run: (task: T) => Promise<void>): Promise<void>;
}

const drawn =
  /^(half a character|a NUL) as (unsaved\.)?(pages\.\d+\.elements|variables)|^64 KB as (unsaved\.)?pages\.\d+\.elements\.\d+\.d$/;
/** Values that a call does not read, or that mean something; with them it does what it should. */
const unread: Readonly<Record<string, RegExp>> = {
  // Clients may send a whole student: only ids are read, and with a list of students no single one.
  'certificates.generate': / as (student|students\.\d+\.(?!_id|templateId))/,
  'certificates.download-zip': / as students\.\d+\.(?!_id|templateId)/,
  'certificates.send-emails': / as students\.\d+\.(?!_id|templateId)/,
  // The address of the session counts.
  'tenants.create': / as userEmail/,
  // What cannot be shown of a design's text is left out when it is drawn, and a path ends where it cannot be read (SVG 2, 9.5.4).
  'templates.upsert': drawn,
  'templates.catalog-upsert': drawn,
  'templates.freeze': drawn,
  // Revoking takes fields and no file.
  'tenants.certificates-action': /as file name$|as type of the file$|^two files|^a field named|fields$/,
  // A column may have any name.
  'students.upsert': /^an operator as custom$/,
};
/** The call whose file a worker reads, and there is none here. */
const readByWorker = 'assets.import-pdf';
/** Reading that is in the audit log. */
const isNoted = (name: string) => name === 'audit.export' || name === 'students.export';

const box = { x: 20, y: 20, width: 100, height: 40 };
const font = { fontFamily: 'Source Sans 3', fontSize: 12 };
/** An element of each type with texts, as clients send it. */
const elements = [
  { ...box, ...font, type: 'text', id: 'text', paragraphs: [{ runs: [{ text: 'Note' }] }] },
  { ...box, type: 'qr', id: 'qr', content: 'https://x.example/{{custom.note}}' },
  { ...box, type: 'barcode', id: 'barcode', content: 'N-{{custom.note}}' },
  { ...box, ...font, type: 'table', id: 'table', rows: 'Note', columns: [{ header: 'What' }] },
  { ...box, type: 'path', id: 'path', d: 'M0 0H10V10H0Z', viewBox: [0, 0, 10, 10], fill: '#000000' },
  { ...box, type: 'rectangle', id: 'rectangle', fill: '#000000' },
];

/**
 * Every value of every call of every contract, in bodies, forms, queries and headers, replaced by what it cannot be: an operator
 * of the database, a prototype, a list, a number beyond all, half a character, 64 KB, a NUL. One of them for each value here, all in `npm run proof -- corpora`.
 */
export function describeBadInput(context: () => BadInputContext): void {
  it('is answered with an error of the request, or without an effect', async () => {
    const { owner, root, target, design, expectUnchanged, inParallel, part } = context();
    const [page] = (design as { pages: object[] }).pages;
    const full = { ...design, pages: [{ ...page, elements }] };
    const requests = callRows.flatMap((row, place) => {
      const all = badRequests(row.call, row.attempt(target, full), target.tenant);
      const read = all.filter(({ what }) => !unread[row.name]?.test(what) && !isNoted(row.name));
      // Headers are read in one place for all calls.
      const [ofHeaders, others] = [true, false].map((of) =>
        read.filter(({ what }) => what.includes(' as header ') === of),
      );
      return [...part(others!, place), ...part(part(ofHeaders!, place), place)].map((request) => ({
        row,
        ...request,
      }));
    });
    expect(requests.length).toBeGreaterThan(callRows.length * 5);
    await expectUnchanged(() =>
      inParallel(requests, async ({ row, what, query, headers, body }) => {
        const as = row.call.access.kind === 'superAdmin' ? root : owner;
        const init = { method: row.call.method, headers, ...(body !== undefined && { body }) };
        const answer = await as.fetch(`/api/${row.resource}?${query}`, init);
        const text = await answer.text();
        const isRefused = answer.status < 500 || (row.name === readByWorker && answer.status === 503);
        expect([row.name, what, isRefused, text]).toEqual([row.name, what, true, text]);
      }),
    );
  });
}
