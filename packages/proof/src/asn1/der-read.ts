// Strict DER (ITU-T X.690, clause 10): any other encoding is refused, because a forger could choose bytes that vary
// without changing the meaning.

/** The input is not the expected DER. It is caught inside this package. */
export class DerError extends Error {}

export interface DerNode {
  /** Identifier octet: class, constructed bit and number. */
  readonly tag: number;
  /** The complete element, with its header. A view, not a copy. */
  readonly bytes: Uint8Array;
  /** The contents without the header. A view, not a copy. */
  readonly body: Uint8Array;
}

/** More children than any signature or certificate has. */
const MAX_CHILDREN = 2_000;
const MAX_DEPTH = 40;

/** Reads one element at the start of `bytes`; further bytes are ignored. Throws DerError. */
export function readElement(bytes: Uint8Array): DerNode {
  const tag = bytes[0];
  const first = bytes[1];
  if (tag === undefined || first === undefined) throw new DerError('truncated');
  if ((tag & 0x1f) === 0x1f) throw new DerError('long tag');
  let length = first;
  let header = 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0) throw new DerError('indefinite length');
    if (count > 4) throw new DerError('length too long');
    length = 0;
    for (let index = 0; index < count; index++) {
      const octet = bytes[2 + index];
      if (octet === undefined) throw new DerError('truncated');
      length = length * 256 + octet;
    }
    header += count;
    if (length < 0x80 || length < 256 ** (count - 1)) throw new DerError('length not minimal');
  }
  if (header + length > bytes.length) throw new DerError('truncated');
  return { tag, bytes: bytes.subarray(0, header + length), body: bytes.subarray(header, header + length) };
}

/** Reads one element that must fill `bytes` exactly. Throws DerError. */
export function readDer(bytes: Uint8Array): DerNode {
  const node = readElement(bytes);
  if (node.bytes.length !== bytes.length) throw new DerError('bytes after the end');
  return node;
}

/** The elements inside a constructed one. Throws DerError. */
export function childrenOf(node: DerNode): DerNode[] {
  if ((node.tag & 0x20) === 0) throw new DerError('not constructed');
  const children: DerNode[] = [];
  for (let rest = node.body; rest.length > 0; ) {
    if (children.length >= MAX_CHILDREN) throw new DerError('too many elements');
    const child = readElement(rest);
    children.push(child);
    rest = rest.subarray(child.bytes.length);
  }
  return children;
}

/** Reads every element inside `node`, so that no constructed element hides a non-DER length. Throws DerError. */
export function assertStrict(node: DerNode, depth = 0): void {
  if (depth > MAX_DEPTH) throw new DerError('too deep');
  if ((node.tag & 0x20) === 0) return;
  for (const child of childrenOf(node)) assertStrict(child, depth + 1);
}

export function expectTag(node: DerNode | undefined, tag: number): DerNode {
  if (node?.tag !== tag) throw new DerError(`expected tag ${tag.toString(16)}`);
  return node;
}

/** The dotted form of an OBJECT IDENTIFIER. Throws DerError. */
export function oidOf(node: DerNode | undefined): string {
  const { body } = expectTag(node, 0x06);
  const arcs: number[] = [];
  let arc = 0;
  let open = false;
  for (const octet of body) {
    if (!open && octet === 0x80) throw new DerError('identifier not minimal');
    arc = arc * 128 + (octet & 0x7f);
    if (arc > Number.MAX_SAFE_INTEGER) throw new DerError('identifier too long');
    open = octet >= 0x80;
    if (!open) {
      if (arcs.length > 64) throw new DerError('identifier too long');
      arcs.push(arc);
      arc = 0;
    }
  }
  const [joint] = arcs;
  if (open || joint === undefined) throw new DerError('identifier truncated');
  const top = Math.min(2, Math.floor(joint / 40));
  return [top, joint - top * 40, ...arcs.slice(1)].join('.');
}

/** A small non-negative INTEGER. Throws DerError. */
export function smallIntegerOf(node: DerNode | undefined): number {
  const { body } = expectTag(node, 0x02);
  const [value] = body;
  if (body.length !== 1 || value === undefined || value >= 0x80) throw new DerError('not a small integer');
  return value;
}

/** GeneralizedTime in UTC (RFC 5280, 4.1.2.5.2, with the fraction that RFC 3161 allows). Throws DerError. */
export function generalizedTimeOf(node: DerNode | undefined): Date {
  const text = Buffer.from(expectTag(node, 0x18).body).toString('latin1');
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(text);
  if (!match) throw new DerError('not a time');
  const [, year, month, day, hour, minute, second, fraction] = match;
  const time = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${(fraction ?? '.0').slice(0, 4)}Z`,
  );
  if (Number.isNaN(time)) throw new DerError('not a time');
  return new Date(time);
}
