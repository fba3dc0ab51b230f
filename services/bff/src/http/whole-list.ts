import { Readable } from 'node:stream';
import { times } from '@sello/kit';
import type { Response } from 'express';
import type { Foreground } from './foreground.ts';
import { streamTo } from './stream-to.ts';

interface ListPage<Item> {
  items: readonly Item[];
  nextCursor: string | null;
}

/** Reads the next page; only the first one counts the total. */
export interface PageQuery {
  limit: number;
  cursor?: string;
  isCounted: boolean;
}

/** Rows per page: they take one or two milliseconds of the event loop, and of the database. */
const pageRows = 100;

/** A list without `limit`, read page by page while it is sent, so that only one page is in memory. */
export class WholeList<Item = unknown, Rest extends object = object> {
  readonly rest: Rest;
  readonly pages: AsyncIterable<readonly Item[]>;

  constructor(rest: Rest, pages: AsyncIterable<readonly Item[]>) {
    this.rest = rest;
    this.pages = pages;
  }
}

/** The reply to a list call: one page if `limit` is given, else all rows as a stream. */
export async function listed<Item, Page extends ListPage<unknown>>(
  query: { limit?: number | undefined; cursor?: string | undefined },
  read: (page: Partial<PageQuery>) => Promise<Page>,
  view: (row: Page['items'][number]) => Item,
): Promise<(Omit<Page, 'items'> & { items: Item[] }) | WholeList<Item, Omit<Page, 'items'>>> {
  const cursor = query.cursor === undefined ? {} : { cursor: query.cursor };
  if (query.limit !== undefined) {
    const { items, ...rest } = await read({ limit: query.limit, ...cursor });
    return { ...rest, items: items.map(view) };
  }
  const first = await read({ limit: pageRows, ...cursor });
  async function* pages() {
    let page = first;
    for (;;) {
      yield page.items.map(view);
      if (page.nextCursor === null) return;
      page = await read({ limit: pageRows, cursor: page.nextCursor, isCounted: false });
    }
  }
  const { items: _items, ...rest } = first;
  return new WholeList({ ...rest, nextCursor: null }, pages());
}

/** Streams a whole list as one JSON object; before each further page it yields to short calls. */
export function sendWholeList(
  response: Response,
  { rest, pages }: WholeList,
  foreground: Foreground,
): Promise<void> {
  async function* text() {
    let before = `${JSON.stringify(rest).slice(0, -1)},"items":[`;
    for await (const items of pages) {
      if (items.length === 0) continue;
      yield before + items.map((item) => JSON.stringify(item)).join(',');
      before = ',';
      await foreground.clear(times.wholeListYieldMs);
    }
    yield before === ',' ? ']}' : `${before}]}`;
  }
  return streamTo(response, Readable.from(text()), {
    head: { 'content-type': 'application/json; charset=utf-8' },
  });
}

/** Reads the whole list into memory, for tests that validate replies against their contracts. */
export async function gather({ rest, pages }: WholeList): Promise<object> {
  const items: unknown[] = [];
  for await (const page of pages) items.push(...page);
  return { ...rest, items };
}
