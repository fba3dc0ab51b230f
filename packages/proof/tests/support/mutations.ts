// Changes to a signed file, each of which alters what was signed. Each kind draws its place and extent at random.
import type { Random } from './random.ts';
import { appendRevision, findObject, objectText, trailerOf } from './revisions.ts';
import { rewriteContents, rewritings } from './rewritings.ts';

export interface SignedPair {
  /** The file that is changed. */
  pdf: Buffer;
  /** Another file by the same signer, from which parts are copied. */
  other: Buffer;
  /** One by the same signer with a timestamp. */
  stamped: Buffer;
  /** Makes a token of another timestamp authority. */
  token: (stamped: Uint8Array) => Uint8Array;
}

type Mutate = (pair: SignedPair, random: Random) => Uint8Array;

interface Gap {
  /** Offset of `<`. */
  start: number;
  /** Offset after `>`. */
  end: number;
}

function gapOf(pdf: Buffer): Gap {
  const start = pdf.indexOf('<', pdf.toString('latin1').search(/\/Contents\s*</));
  return { start, end: pdf.indexOf('>', start) + 1 };
}

function splice(pdf: Buffer, at: number, removed: number, inserted: Uint8Array): Buffer {
  return Buffer.concat([pdf.subarray(0, at), inserted, pdf.subarray(at + removed)]);
}

function flipBit(pdf: Buffer, at: number, random: Random): Buffer {
  const changed = Buffer.from(pdf);
  changed[at] = (changed[at] ?? 0) ^ (1 << random.between(0, 7));
  return changed;
}

/** Replaces the ByteRange by one of the same length. */
function withRange(pdf: Buffer, change: (range: number[]) => number[]): Buffer {
  const match = /\/ByteRange\s*\[([^\]]*)\]( *)/.exec(pdf.toString('latin1'));
  if (!match) throw new Error('No ByteRange');
  const range = change((match[1] ?? '').trim().split(/\s+/).map(Number));
  const text = `/ByteRange [${range.join(' ')}]`;
  return splice(pdf, match.index, match[0].length, Buffer.from(text.padEnd(match[0].length)));
}

const nextNumber = (pdf: Buffer): number => trailerOf(pdf).size;

export const mutationKinds: Record<string, Mutate> = {
  'a bit flipped': ({ pdf }, random) => flipBit(pdf, random.between(0, pdf.length - 1), random),
  'a bit of the signature flipped': ({ pdf }, random) => {
    const { start, end } = gapOf(pdf);
    return flipBit(pdf, random.between(start, end - 1), random);
  },
  'a bit of the signature dictionary flipped': ({ pdf }, random) => {
    const { start, end } = gapOf(pdf);
    const near = random.next() < 0.5 ? random.between(start - 150, start) : random.between(end, end + 400);
    return flipBit(pdf, Math.min(near, pdf.length - 1), random);
  },
  'a bit near the end flipped': ({ pdf }, random) =>
    flipBit(pdf, random.between(pdf.length - 300, pdf.length - 1), random),
  'bytes overwritten': ({ pdf }, random) => {
    const count = random.between(1, 64);
    return splice(pdf, random.between(0, pdf.length - count), count, random.bytes(count));
  },
  'the end cut off': ({ pdf }, random) => pdf.subarray(0, pdf.length - random.between(1, pdf.length - 1)),
  'the last bytes cut off': ({ pdf }, random) => pdf.subarray(0, pdf.length - random.between(1, 12)),
  'the start cut off': ({ pdf }, random) => pdf.subarray(random.between(1, 200)),
  'a piece cut out': ({ pdf }, random) => {
    const count = random.between(1, 200);
    return splice(pdf, random.between(0, pdf.length - count), count, new Uint8Array());
  },
  'a piece put in': ({ pdf }, random) =>
    splice(pdf, random.between(0, pdf.length), 0, random.bytes(random.between(1, 64))),
  'bytes appended': ({ pdf }, random) =>
    Buffer.concat([
      pdf,
      random.pick([
        Buffer.from('\n'),
        Buffer.from(' '),
        Buffer.from('\r\n\r\n'),
        Buffer.from('%%EOF\n'),
        Buffer.from('\nstartxref\n0\n%%EOF\n'),
        Buffer.alloc(random.between(1, 2_000)),
        random.bytes(random.between(1, 200)),
      ]),
    ]),
  'bytes put in front': ({ pdf }, random) =>
    Buffer.concat([random.pick([Buffer.from('\n'), Buffer.from('%PDF-1.7\n'), random.bytes(8)]), pdf]),
  'Contents of another file': ({ pdf, other }) => {
    const { start, end } = gapOf(pdf);
    const { start: otherStart, end: otherEnd } = gapOf(other);
    return splice(pdf, start, end - start, other.subarray(otherStart, otherEnd));
  },
  'Contents partly of another file': ({ pdf, other }, random) => {
    const { start, end } = gapOf(pdf);
    const offset = random.between(1, end - start - 200);
    const from = gapOf(other).start + offset;
    return splice(pdf, start + offset, 128, other.subarray(from, from + 128));
  },
  'Contents in capitals': ({ pdf }, random) => {
    const { start, end } = gapOf(pdf);
    const from = random.next() < 0.5 ? start : random.between(start, end);
    return splice(pdf, from, end - from, Buffer.from(pdf.toString('latin1', from, end).toUpperCase()));
  },
  'zeros of Contents overwritten': ({ pdf }, random) => {
    const { end } = gapOf(pdf);
    return splice(
      pdf,
      end - 1 - 2 * random.between(1, 8),
      2,
      Buffer.from(random.pick(['01', '  ', 'ff', '0>', '30'])),
    );
  },
  'Contents made longer': ({ pdf }, random) => {
    const { end } = gapOf(pdf);
    const extra = 2 * random.between(1, 50);
    const longer = splice(pdf, end - 1, 0, Buffer.from('0'.repeat(extra)));
    return withRange(longer, ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c + extra, d]);
  },
  'ByteRange moved': ({ pdf }, random) =>
    withRange(pdf, ([a = 0, b = 0, c = 0, d = 0]) => {
      const step = random.pick([-64, -2, -1, 1, 2, 64]);
      return random.pick([
        [a, b + step, c, d],
        [a, b, c + step, d],
        [a, b, c, d + step],
        [a, b, c + step, d - step],
        [a + 1, b - 1, c, d],
        [a, b + step, c + step, d - step],
        [0, 0, 0, pdf.length],
        [a, b, c],
        [a, b, c, d, 0, 0],
        [a, -b, c, d],
      ]);
    }),
  'an object replaced by an update': ({ pdf }) => {
    const page = findObject(pdf, /\/Type\s*\/Page\b(?!s)/);
    return appendRevision(pdf, {
      objects: { [page]: objectText(pdf, page).replace(/\/MediaBox/, '/Rotate 90 /MediaBox') },
    });
  },
  'the content replaced by an update': ({ pdf }, random) => {
    const page = findObject(pdf, /\/Type\s*\/Page\b(?!s)/);
    const number = nextNumber(pdf);
    const drawing = `0 0 ${random.between(1, 500)} ${random.between(1, 500)} re f`;
    const text = objectText(pdf, page).replace(
      /\/Contents\s*(?:\[[^\]]*\]|\d+ 0 R)/,
      `/Contents ${number} 0 R`,
    );
    return appendRevision(pdf, {
      objects: { [page]: text, [number]: `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream` },
    });
  },
  'an annotation added': ({ pdf }, random) => {
    const page = findObject(pdf, /\/Type\s*\/Page\b(?!s)/);
    const number = nextNumber(pdf);
    const kind = random.pick(['FreeText', 'Square', 'Stamp', 'Text', 'Link']);
    const text = objectText(pdf, page).replace(
      /\/Annots\s*(?:\d+ 0 R|\[([^\]]*)\])/,
      `/Annots [${number} 0 R $1]`,
    );
    return appendRevision(pdf, {
      objects: {
        [page]: text,
        [number]: `<</Type /Annot /Subtype /${kind} /Rect [0 0 ${random.between(10, 500)} 200] /Contents (Void) /F 4>>`,
      },
    });
  },
  'a field added': ({ pdf }, random) => {
    const catalog = findObject(pdf, /\/Type\s*\/Catalog/);
    const number = nextNumber(pdf);
    const field = random.pick(['/FT /Tx /V (changed)', '/FT /Sig', '/FT /Btn /V /Yes']);
    return appendRevision(pdf, {
      objects: {
        [catalog]: objectText(pdf, catalog).replace(/\/Fields\s*\[/, `/Fields [${number} 0 R `),
        [number]: `<</T (f${random.between(1, 999)}) ${field}>>`,
      },
    });
  },
  'a field added in place': ({ pdf }) => {
    const text = pdf.toString('latin1').replace(/\/Fields\s*\[/, '/Fields [1 0 R ');
    return Buffer.from(text, 'latin1');
  },
  'an empty update': ({ pdf }) => appendRevision(pdf, { objects: {} }),
  'two pieces exchanged': ({ pdf }, random) => {
    const length = random.between(4, 40);
    const first = random.between(0, Math.floor(pdf.length / 2) - length);
    const second = random.between(Math.floor(pdf.length / 2), pdf.length - length);
    const changed = Buffer.from(pdf);
    pdf.copy(changed, first, second, second + length);
    pdf.copy(changed, second, first, first + length);
    return changed;
  },
  'line ends rewritten': ({ pdf }, random) => {
    const places = [...pdf.keys()].filter((index) => pdf[index] === 10);
    return splice(pdf, random.pick(places), 1, Buffer.from('\r\n'));
  },
  ...Object.fromEntries(
    // A chain needs at least two certificates; these signers have one.
    Object.entries(rewritings)
      .filter(([name]) => !name.startsWith('the chain'))
      .map(([name, rewrite]) => [
        `the data of the signature rewritten: ${name}`,
        ({ stamped, token }: SignedPair) => {
          const rewritten = rewriteContents(stamped, rewrite, token);
          if (!rewritten) throw new Error(`There is no room for ${name}`);
          return rewritten;
        },
      ]),
  ),
};

/** Applies a change of this kind, repeated until the bytes differ. */
export function mutate(kind: string, pair: SignedPair, random: Random): Uint8Array {
  for (;;) {
    const changed = mutationKinds[kind]?.(pair, random) ?? pair.pdf;
    if (Buffer.compare(changed, pair.pdf) !== 0) return changed;
  }
}
