import { expect, it } from 'vitest';
import { PdfDocument } from '../../tests/reader/document.ts';
import { PackedTail, xrefEntries, xrefTable } from './tail.ts';

it.each([100, 2 ** 24 - 40, 2 ** 24 + 100])(
  'finds every object of a file whose prefix has %i bytes',
  (start) => {
    const first = Buffer.from('1 0 obj\n(first)\nendobj\n');
    const prefix = Buffer.alloc(start, ' ');
    const offsets = [0, start - first.length];
    first.copy(prefix, start - first.length);
    const tail = new PackedTail({
      ...{ start, offsets, objects: { catalog: 2, info: 3 } },
      xref: { table: xrefTable(offsets), stream: xrefEntries(offsets) },
    });
    tail.add(2, '<</Type/Catalog>>');
    for (let number = 3; number < 303; number += 1) tail.pack(number, `[${number}]`);
    const file = new PdfDocument(Buffer.concat([prefix, tail.finish('<00><00>')]));
    expect(file.object(1)).toEqual(Buffer.from('first'));
    expect(Array.from({ length: 300 }, (_, index) => file.object(index + 3))).toEqual(
      Array.from({ length: 300 }, (_, index) => [index + 3]),
    );
  },
);

it('writes equal object streams for equal objects, and different ones for objects that differ', () => {
  const packed = (name: string, place: number) => {
    const prefix = Buffer.alloc(place, ' ');
    const offsets = [0];
    const tail = new PackedTail({
      ...{ start: place, offsets, objects: { catalog: 1, info: 2 } },
      xref: { table: xrefTable(offsets), stream: xrefEntries(offsets) },
    });
    tail.add(1, '<</Type/Catalog>>');
    for (let number = 2; number < 40; number += 1) tail.pack(number, `(${name})`);
    const bytes = tail.finish('<00><00>');
    const stream = bytes.toString('latin1').match(/\/ObjStm.*?endstream/s)?.[0];
    return { stream, text: new PdfDocument(Buffer.concat([prefix, bytes])).object(39) };
  };
  const [first, other, again] = [packed('Ana', 0), packed('Bea', 100), packed('Ana', 200)];
  expect([first.text, other.text, again.text].map(String)).toEqual(['Ana', 'Bea', 'Ana']);
  expect(again.stream).toBe(first.stream);
  expect(other.stream).not.toBe(first.stream);
});
