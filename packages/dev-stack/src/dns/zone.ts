import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT'] as const;
export type RecordType = (typeof recordTypes)[number];

/** The result of a query: records, no data, NXDOMAIN or SERVFAIL. */
export type Answer =
  | { kind: 'records'; records: { name: string; type: RecordType; value: string }[] }
  | { kind: 'empty' }
  | { kind: 'unknown' }
  | { kind: 'failure' };

const plain = (name: string): string => name.trim().toLowerCase().replace(/\.$/, '');

/** Records by name and type, stored in a file when one is given. Type `FAILURE` makes every query of a name fail. */
export class Zone {
  readonly #records = new Map<string, Map<RecordType | 'FAILURE', string[]>>();
  readonly #file: string | null;

  constructor(file: string | null) {
    this.#file = file;
  }

  static async open(file: string): Promise<Zone> {
    const zone = new Zone(file);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) for (const record of JSON.parse(text) as RecordSet[]) zone.#put(record);
    return zone;
  }

  /** Replaces the values of one name and type; no values removes them. */
  async set(name: string, type: RecordType | 'FAILURE', values: string[]): Promise<void> {
    this.#put({ name, type, values });
    await this.#save();
  }

  async clear(): Promise<void> {
    this.#records.clear();
    await this.#save();
  }

  list(): RecordSet[] {
    return [...this.#records].flatMap(([name, byType]) =>
      [...byType].map(([type, values]) => ({ name, type, values })),
    );
  }

  /** Resolves a query as a name server does: an alias applies to every type and is followed within this zone. */
  resolve(question: string, type: RecordType): Answer {
    const records: { name: string; type: RecordType; value: string }[] = [];
    let name = plain(question);
    for (let hops = 0; hops < 8; hops++) {
      const byType = this.#records.get(name) ?? this.#wildcard(name);
      if (byType?.has('FAILURE')) return { kind: 'failure' };
      for (const value of byType?.get(type) ?? []) records.push({ name, type, value });
      const alias = type === 'CNAME' ? undefined : byType?.get('CNAME')?.[0];
      if (alias === undefined || byType?.has(type)) {
        if (records.length > 0) return { kind: 'records', records };
        return byType || this.#isAbove(name) ? { kind: 'empty' } : { kind: 'unknown' };
      }
      records.push({ name, type: 'CNAME', value: plain(alias) });
      name = plain(alias);
    }
    return { kind: 'failure' };
  }

  /** A name that does not exist has the records of the wildcard above it (RFC 4592). */
  #wildcard(name: string): Map<RecordType | 'FAILURE', string[]> | undefined {
    if (this.#isAbove(name)) return undefined;
    for (let above = name.indexOf('.'); above !== -1; above = name.indexOf('.', above + 1)) {
      const parent = name.slice(above + 1);
      const found = this.#records.get(`*.${parent}`);
      if (found) return found;
      // Below a name that exists, the wildcards above it do not apply.
      if (this.#records.has(parent) || this.#isAbove(parent)) return undefined;
    }
    return undefined;
  }

  /** A name exists when a name below it does (RFC 8020). */
  #isAbove(name: string): boolean {
    for (const known of this.#records.keys()) if (known.endsWith(`.${name}`)) return true;
    return false;
  }

  #put({ name, type, values }: RecordSet): void {
    const key = plain(name);
    const byType = this.#records.get(key) ?? new Map<RecordType | 'FAILURE', string[]>();
    if (values.length === 0 && type !== 'FAILURE') byType.delete(type);
    else byType.set(type, values);
    if (byType.size === 0) this.#records.delete(key);
    else this.#records.set(key, byType);
  }

  async #save(): Promise<void> {
    if (this.#file === null) return;
    await mkdir(dirname(this.#file), { recursive: true });
    await writeFile(`${this.#file}.tmp`, JSON.stringify(this.list(), null, 2));
    await rename(`${this.#file}.tmp`, this.#file);
  }
}

export interface RecordSet {
  name: string;
  type: RecordType | 'FAILURE';
  values: string[];
}
