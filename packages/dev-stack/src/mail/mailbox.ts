import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';

export interface MailAttachment {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
}

export interface Mail {
  id: string;
  receivedAt: string;
  /** Addresses of the envelope, lower-cased: the actual recipients. */
  to: string[];
  from: string;
  /** The header's text, with names. */
  fromLine: string;
  toLine: string;
  subject: string;
  text: string;
  html: string | null;
  headers: Record<string, string>;
  attachments: MailAttachment[];
  /** Bytes. */
  size: number;
}

interface Envelope {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  size: number;
}

/** The number of parsed mails in the cache; their attachments are not cached. */
const MAX_CACHED = 5_000;

const line = (field: AddressObject | AddressObject[] | undefined): string =>
  [field ?? []]
    .flat()
    .map((entry) => entry.text)
    .join(', ');

/** Stores mails as files: an `.eml` and a small `.json` with its envelope each. A mail is parsed when it is read. */
export class Mailbox {
  readonly #folder: string;
  readonly #envelopes: Envelope[] = [];
  readonly #watchers = new Set<(id: string) => void>();
  /** Cache of parsed mails, which never change. */
  readonly #parsed = new Map<string, Mail>();
  #last = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<Mailbox> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const box = new Mailbox(folder);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
    for (const name of names) {
      box.#envelopes.push(JSON.parse(await readFile(join(folder, name), 'utf8')) as Envelope);
    }
    return box;
  }

  get total(): number {
    return this.#envelopes.length;
  }

  /** Stores a mail; it is on disk when this resolves. */
  async add(raw: Buffer, from: string, to: string[]): Promise<string> {
    // Ids sort by arrival, also within one millisecond.
    this.#last = Math.max(Date.now(), this.#last + 1);
    const id = `${this.#last.toString(36).padStart(9, '0')}${randomBytes(3).toString('hex')}`;
    const envelope: Envelope = {
      id,
      receivedAt: new Date().toISOString(),
      from: from.toLowerCase(),
      to: to.map((address) => address.toLowerCase()),
      size: raw.length,
    };
    await writeFile(this.#eml(id), raw);
    const half = join(this.#folder, `.${id}.half`);
    await writeFile(half, JSON.stringify(envelope));
    await rename(half, join(this.#folder, `${id}.json`));
    this.#envelopes.push(envelope);
    for (const onMail of this.#watchers) onMail(id);
    return id;
  }

  /** Newest first. `to` is a complete envelope address; `after` is an id: only later mails. */
  async list(filter: { to?: string; after?: string; limit?: number } = {}): Promise<Mail[]> {
    const to = filter.to?.toLowerCase();
    const found = this.#envelopes
      .filter((entry) => (to === undefined || entry.to.includes(to)) && entry.id > (filter.after ?? ''))
      .reverse()
      .slice(0, filter.limit ?? Number.POSITIVE_INFINITY);
    const mails: Mail[] = [];
    for (const entry of found) mails.push(await this.#read(entry));
    return mails;
  }

  async get(id: string): Promise<Mail | null> {
    const entry = this.#envelopes.find((one) => one.id === id);
    return entry ? this.#read(entry) : null;
  }

  async raw(id: string): Promise<Buffer | null> {
    return this.#envelopes.some((one) => one.id === id) ? readFile(this.#eml(id)) : null;
  }

  async attachment(id: string, index: number): Promise<(MailAttachment & { bytes: Buffer }) | null> {
    const raw = await this.raw(id);
    const found = raw === null ? undefined : (await simpleParser(raw)).attachments[index];
    if (!found) return null;
    return { ...describe(found), bytes: found.content };
  }

  async clear(): Promise<void> {
    this.#parsed.clear();
    for (const { id } of this.#envelopes.splice(0)) {
      await rm(join(this.#folder, `${id}.json`), { force: true });
      await rm(this.#eml(id), { force: true });
    }
  }

  /** Calls `onMail` with the id of each new mail; returns a function that stops it. */
  watch(onMail: (id: string) => void): () => void {
    this.#watchers.add(onMail);
    return () => this.#watchers.delete(onMail);
  }

  /** The first mail, existing or future, that `accepts` returns true for. Rejects after `timeoutMs`. */
  async waitFor(accepts: (mail: Mail) => boolean, timeoutMs = 30_000): Promise<Mail> {
    const deadline = Date.now() + timeoutMs;
    let seen = '';
    for (;;) {
      const arrival = new Promise<void>((resolve) => {
        const stop = this.watch(() => done());
        const timer = setTimeout(() => done(), Math.max(0, deadline - Date.now()));
        const done = (): void => {
          clearTimeout(timer);
          stop();
          resolve();
        };
        if (this.#envelopes.some((entry) => entry.id > seen)) done();
      });
      for (const mail of (await this.list({ after: seen })).reverse()) {
        seen = mail.id;
        if (accepts(mail)) return mail;
      }
      if (Date.now() >= deadline) throw new Error(`no such mail arrived within ${timeoutMs / 1000} s`);
      await arrival;
    }
  }

  #eml(id: string): string {
    return join(this.#folder, `${id}.eml`);
  }

  async #read(envelope: Envelope): Promise<Mail> {
    const known = this.#parsed.get(envelope.id);
    if (known) return known;
    const mail = await this.#parse(envelope);
    if (this.#parsed.size >= MAX_CACHED) this.#parsed.delete(this.#parsed.keys().next().value!);
    this.#parsed.set(envelope.id, mail);
    return mail;
  }

  async #parse(envelope: Envelope): Promise<Mail> {
    const parsed: ParsedMail = await simpleParser(await readFile(this.#eml(envelope.id)), {
      skipImageLinks: true,
    });
    const headers: Record<string, string> = {};
    for (const { key, line: text } of parsed.headerLines) {
      headers[key] = text
        .slice(text.indexOf(':') + 1)
        .replace(/\r?\n\s+/g, ' ')
        .trim();
    }
    return {
      ...envelope,
      fromLine: line(parsed.from),
      toLine: line(parsed.to),
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html === false ? null : parsed.html,
      headers,
      attachments: parsed.attachments.map(describe),
    };
  }
}

function describe(found: ParsedMail['attachments'][number]): MailAttachment {
  return { name: found.filename ?? 'attachment', type: found.contentType, size: found.size };
}
