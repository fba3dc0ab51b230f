import type { Design, DesignElement, DesignPage } from '@sello/contracts';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { generous } from '../patience.ts';

export type At = [x: number, y: number];

/** How long anything may take on a machine that is five times as busy, ms. */
export const patience = { timeout: generous, interval: 200 };

/** The editor as its user sees it: the page in points, the pointer, the keys, and whether it is saved. */
export class EditorPage {
  readonly page: Page;
  readonly app: string;
  #viewport = { zoom: 1, x: 0, y: 0 };

  constructor(page: Page, app: string) {
    this.page = page;
    this.app = app;
  }

  get board(): Locator {
    return this.page.getByRole('application', { name: 'The page' });
  }
  get saveState(): Locator {
    return this.page.locator('.ed-top [role=status]');
  }
  get notice(): Locator {
    return this.page.locator('.save-notice');
  }
  /** The id of the template, once it has one. */
  get id(): string {
    return /\/templates\/([0-9a-f]{24})/.exec(this.page.url())?.[1] ?? '';
  }

  /** Opens an empty sheet, and waits until it is drawn. */
  async openEmpty(): Promise<void> {
    await this.page.goto(`${this.app}/templates/new`);
    await this.drawn();
  }

  async openTemplate(id: string): Promise<void> {
    await this.page.goto(`${this.app}/templates/${id}`);
    await this.drawn();
  }

  async drawn(): Promise<void> {
    await this.page.locator('.strip .leaf img').first().waitFor();
    await this.measure();
  }

  /** Finds the page on the screen by its white, and with it the zoom. `width` of the page in points. */
  async measure(width = 841.89): Promise<void> {
    const box = (await this.board.boundingBox())!;

    const seen = await this.page.evaluate<{ left: number; right: number; top: number } | null>(`(() => {
      const canvas = document.querySelector('.board canvas');
      const ratio = canvas.width / canvas.clientWidth;
      const { width, height, data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const isWhite = (x, y) => [0, 1, 2].every((part) => data[(y * width + x) * 4 + part] === 255);
      const row = Math.floor(height / 2);
      const columns = Array.from({ length: width }, (_, x) => x).filter((x) => isWhite(x, row));
      if (columns.length === 0) return null;
      const left = columns[0], right = columns.at(-1) + 1;
      const rows = Array.from({ length: height }, (_, y) => y).filter((y) => isWhite(left + 2, y));
      return { left: left / ratio, right: right / ratio, top: rows[0] / ratio };
    })()`);
    expect(seen, 'the white page on the screen').not.toBeNull();
    const { left, right, top } = seen!;
    this.#viewport = { zoom: (right - left) / width, x: box.x + left, y: box.y + top };
  }

  get zoom(): number {
    return this.#viewport.zoom;
  }

  /** A point of the page in the window. */
  at([x, y]: At): { x: number; y: number } {
    const { zoom, x: left, y: top } = this.#viewport;
    return { x: left + x * zoom, y: top + y * zoom };
  }

  /** A point of the page on the board. */
  async onBoard(at: At): Promise<{ x: number; y: number }> {
    const { x, y } = this.at(at);
    const box = (await this.board.boundingBox())!;
    return { x: x - box.x, y: y - box.y };
  }

  /** Moves with the button held. */
  async drag(from: At, to: At): Promise<void> {
    const [start, end] = [this.at(from), this.at(to)];
    const { mouse } = this.page;
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await mouse.move(end.x, end.y);
    await mouse.up();
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Adds a text and replaces its sample by what is typed; it is still edited. */
  async writeText(text: string): Promise<void> {
    await this.press('t');
    await this.page.locator('.text-input:focus').waitFor();
    await this.press('Control+a');
    if (text !== '') await this.page.keyboard.insertText(text);
  }

  async saved(): Promise<void> {
    await this.saveState.filter({ hasText: /^Saved/ }).waitFor();
  }

  /**
   * What this browser keeps of work that is not saved and was changed at or after a moment (ms since 1970); null when there
   * is nothing. The newest, of whatever template.
   */
  async kept(since = 0): Promise<Design | null> {
    const json = await this.page.evaluate<string | null>(`(async () => {
      const all = await indexedDB.databases();
      const known = all.find(({ name }) => name.startsWith('sello.drafts.'));
      if (!known) return null;
      const of = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const database = await of(indexedDB.open(known.name));
      const rows = await of(database.transaction('drafts').objectStore('drafts').getAll());
      database.close();
      const late = rows.filter(({ changedAt }) => changedAt >= ${since});
      return late.sort((a, b) => b.changedAt - a.changedAt)[0]?.json ?? null;
    })()`);
    return json === null ? null : JSON.parse(json).design;
  }
}

export const elementsOf = (design: Pick<Design, 'pages'>): DesignElement[] =>
  (design.pages[0] as DesignPage).elements as DesignElement[];

/** The words of a text, paragraphs by line feeds. */
export const wordsOf = (element: DesignElement): string =>
  element.type === 'text'
    ? element.paragraphs.map(({ runs }) => runs.map(({ text }) => text).join('')).join('\n')
    : '';
