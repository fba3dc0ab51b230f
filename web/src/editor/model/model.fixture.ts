import type { Design, DesignElementInput, DesignInput } from '@sello/contracts';
import { defineDesign } from '@sello/design';
import type { CommandId } from './commands/index.ts';
import { type Executed, execute, type Given } from './execute.ts';
import { type History, startHistory } from './history.ts';
import { type EditorState, openState } from './state.ts';

/** A small seeded generator (mulberry32): the same seed gives the same run on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer in [low, high]. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }
}

export const buildBox = (id: string, overrides: Partial<DesignElementInput> = {}): DesignElementInput =>
  ({ type: 'rectangle', id, x: 10, y: 10, width: 40, height: 20, ...overrides }) as DesignElementInput;

export const buildText = (id: string, text: string, overrides: object = {}): DesignElementInput =>
  ({
    ...{ type: 'text', id, x: 0, y: 0, width: 300, height: 40 },
    ...{ fontFamily: 'Newsreader', fontSize: 20 },
    paragraphs: text.split('\n').map((line) => ({ runs: line === '' ? [] : [{ text: line }] })),
    ...overrides,
  }) as DesignElementInput;

export const buildDesign = (
  elements: DesignElementInput[] = [],
  overrides: Partial<DesignInput> = {},
): Design =>
  defineDesign({
    version: 2,
    pages: [{ id: 'page1', width: 842, height: 595, elements }],
    ...overrides,
  });

/** Runs commands one after another and keeps the history. */
export class Editor {
  history: History;
  /** Time of the next command in ms; each is far from the one before unless a test says otherwise. */
  now = 0;

  constructor(design: Design, selection: string[] = []) {
    this.history = startHistory({ ...openState(design), selection });
  }

  get state(): EditorState {
    return this.history.present;
  }

  get design(): Design {
    return this.state.design;
  }

  /** The elements of the page that is shown, by id. */
  element(id: string) {
    const find = (list: readonly { id: string }[]): unknown => {
      for (const one of list) {
        if (one.id === id) return one;
        const inner = 'elements' in one ? find(one.elements as { id: string }[]) : undefined;
        if (inner) return inner;
      }
      return undefined;
    };
    return find(this.design.pages.flatMap((page) => page.elements)) as Record<string, unknown>;
  }

  try<Id extends CommandId>(id: Id, ...args: Given<Id>): Executed {
    this.now += 10_000;
    return execute(this.history, this.now, id, ...args);
  }

  /** Runs a command that must not be refused. */
  run<Id extends CommandId>(id: Id, ...args: Given<Id>): this {
    const result = this.try(id, ...args);
    if (!result.ok) throw new Error(`${id} is refused: ${JSON.stringify(result.refusal)}`);
    this.history = result.history;
    return this;
  }
}
