/** Collects the objects of a certificate's tail and ends the file with one cross-reference section and one trailer. */
export class TailWriter {
  readonly #parts: Buffer[] = [];
  readonly #offsets = new Map<number, number>();
  readonly #start: number;
  readonly #plan: { xref: string; objects: { catalog: number; info: number } };
  #size = 0;

  constructor(start: number, plan: { xref: string; objects: { catalog: number; info: number } }) {
    this.#start = start;
    this.#plan = plan;
  }

  /** Writes an object; returns the offset of its body within the tail. */
  add(number: number, body: string | Uint8Array): number {
    this.#offsets.set(number, this.#start + this.#size);
    this.#append(`${number} 0 obj\n`);
    const at = this.#size;
    if (typeof body === 'string') this.#append(body);
    else this.#appendBytes(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    this.#append('\nendobj\n');
    return at;
  }

  /** The complete tail. `id` is the file identifier, two hex strings. */
  finish(id: string): Buffer {
    const xrefAt = this.#start + this.#size;
    const numbers = [...this.#offsets.keys()].sort((a, b) => a - b);
    const count = (numbers.at(-1) as number) + 1;
    const entries = numbers.map(
      (number) => `${String(this.#offsets.get(number)).padStart(10, '0')} 00000 n \n`,
    );
    this.#append(
      `xref\n0 ${count}\n${this.#plan.xref}${entries.join('')}trailer\n<</Size ${count}/Root ${this.#plan.objects.catalog} 0 R` +
        `/Info ${this.#plan.objects.info} 0 R/ID[${id}]>>\nstartxref\n${xrefAt}\n%%EOF\n`,
    );
    return Buffer.concat(this.#parts, this.#size);
  }

  #append(text: string): void {
    this.#appendBytes(Buffer.from(text, 'latin1'));
  }

  #appendBytes(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
  }
}
