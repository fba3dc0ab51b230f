import { defineDesign, plainText } from '@sello/design';
import type { LayoutWarning } from '@sello/render';
import { expect, it } from 'vitest';
import { findingsOf } from './findings.ts';
import { unvaryingElements } from './template-facts.ts';

const person = { _id: 'a'.repeat(24), fullName: 'Ana Ruiz', email: 'ana@example.org' };
const text = (id: string, content: string) => ({
  ...{ id, type: 'text' as const, x: 0, y: 0, width: 100, height: 20, fontFamily: 'Newsreader' },
  ...{ fontSize: 20, paragraphs: plainText(content) },
});
const design = defineDesign({
  version: 2,
  pages: [
    {
      ...{ id: 'p', width: 400, height: 300 },
      elements: [
        text('name', '{{student.fullName}}'),
        text('url', 'at {{certificate.verifyUrl}}'),
        text('school', '{{tenant.publicName}}'),
        text('title', 'Certificate'),
        text('both', '{{certificate.id}} of {{fullName}}'),
      ],
    },
  ],
});
const shrunk = (elementId: string, fontSize: number): LayoutWarning => ({
  ...{ elementId, element: elementId, kind: 'shrunk', fontSize, from: 20 },
});

it('says that a text is set smaller only where that depends on the row, and only of the one that shrinks most', () => {
  const said = (...warnings: LayoutWarning[]) =>
    findingsOf(0, person, { warnings, errors: [] }, unvaryingElements(design)).map(
      ({ kind, element, to }) => [...[kind, element, to]],
    );
  expect(said(shrunk('url', 4), shrunk('school', 4), shrunk('title', 4))).toEqual([]);
  expect(said(shrunk('name', 15), shrunk('url', 4), shrunk('both', 12))).toEqual([['shrunk', 'both', 12]]);
});

it('says of an address what is wrong with it, and nothing of a signature that is chosen later', () => {
  const empty = (variable: string): LayoutWarning => ({
    ...{ elementId: 'name', element: 'Name', kind: 'empty', variable },
  });
  const kinds = (email: string, ...warnings: LayoutWarning[]) =>
    findingsOf(0, { ...person, email }, { warnings, errors: [] }).map(({ kind }) => kind);
  expect(kinds('ana@example.org', empty('signature.name'))).toEqual([]);
  expect(kinds(' ', empty('scoreLetter'))).toEqual(['empty', 'no_email']);
  expect(kinds('nobody')).toEqual(['bad_email']);
});
