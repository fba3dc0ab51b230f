// PDFs written object by object, so that tests can write what no library would.

export interface RawOptions {
  /** Further entries of the trailer. */
  trailer?: string;
  /** The offset that `startxref` names; the right one by default. */
  startXref?: number;
  /** Replaces the cross-reference table, the trailer and the end. */
  end?: string;
}

export class RawPdf {
  readonly objects = new Map<number, Buffer>();
  #next = 1;

  /** Adds an object and returns its number. */
  add(body: string | Buffer): number {
    const number = this.#next++;
    this.set(number, body);
    return number;
  }

  set(number: number, body: string | Buffer): void {
    this.objects.set(number, typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
    this.#next = Math.max(this.#next, number + 1);
  }

  reserve(): number {
    return this.#next++;
  }

  stream(content: string | Uint8Array, entries = ''): number {
    return this.add(streamBody(content, entries));
  }

  /** Adds pages of 300 × 200 points with these contents, and a catalog. Returns the number of the catalog. */
  pages(contents: readonly string[], entries = '', catalog = ''): number {
    const tree = this.reserve();
    const kids = contents.map((content) => {
      const stream = this.stream(content);
      return this.add(
        `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 300 200]/Contents ${stream} 0 R${entries}>>`,
      );
    });
    this.set(tree, `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${kids.length}>>`);
    return this.add(`<</Type/Catalog/Pages ${tree} 0 R${catalog}>>`);
  }

  write(root: number, { trailer = '', startXref, end }: RawOptions = {}): Buffer {
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
    let size = parts[0]!.length;
    const offsets = new Map<number, number>();
    const push = (part: Buffer) => {
      parts.push(part);
      size += part.length;
    };
    for (const [number, body] of this.objects) {
      offsets.set(number, size);
      push(Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]));
    }
    const rows = Array.from({ length: this.#next }, (_, number) => {
      const offset = offsets.get(number);
      return offset === undefined
        ? '0000000000 65535 f \n'
        : `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const table = `xref\n0 ${rows.length}\n${rows.join('')}trailer\n<</Size ${rows.length}/Root ${root} 0 R${trailer}>>\n`;
    push(Buffer.from(end ?? `${table}startxref\n${startXref ?? size}\n%%EOF\n`, 'latin1'));
    return Buffer.concat(parts);
  }
}

export function streamBody(content: string | Uint8Array, entries = ''): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}
