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
