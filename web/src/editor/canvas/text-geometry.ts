import { parseText } from '@sello/design';
import type { Canvas } from 'fabric';
import type { Editing, Point, Position, VisualLine } from '../model/index.ts';
import { attempt } from '../pending.ts';
import type { PageTools } from './page-tools.ts';
import { findElement, intoBox, toPage } from './placement.ts';
import type { Scene } from './scene.ts';
import { type Area, caretIn, type LaidText, positionIn, rangesIn } from './text/geometry.ts';
import { visualLinesOf } from './text/visual-lines.ts';

/** A text that is edited, with what is selected of it: the caret is at its focus. */
export type ShownText = Pick<Editing, 'elementId' | 'anchor' | 'focus'>;

/** Where the source of the page's texts stands, as they are laid out with the names of their variables. */
export class TextGeometry {
  readonly noTints: ReadonlyMap<string, readonly Area[]> = new Map();
  readonly #scene: Scene;
  readonly #canvas: Canvas;
  readonly #tools: () => PageTools | null;
  readonly #laid = new WeakMap<object, { tools: PageTools; text: LaidText | null }>();
  readonly #tinted = new WeakMap<LaidText, readonly Area[]>();

  constructor(scene: Scene, canvas: Canvas, tools: () => PageTools | null) {
    this.#scene = scene;
    this.#canvas = canvas;
    this.#tools = tools;
  }

  /** The layout of a text with the names of its variables; null while its fonts are on their way. */
  #textOf(elementId: string): LaidText | null {
    const [page, tools] = [this.#scene.page, this.#tools()];
    const element = page && findElement(page.elements, elementId)?.element;
    if (!tools || !element || !('paragraphs' in element)) return null;
    const known = this.#laid.get(element);
    if (known?.tools === tools) return known.text;
    const outcome = attempt((): LaidText | null => {
      try {
        return { layout: tools.lay(element), paragraphs: element.paragraphs };
      } catch (error) {
        if (error instanceof RangeError) return null;
        throw error;
      }
    });
    if ('arrival' in outcome) return null;
    this.#laid.set(element, { tools, text: outcome.value });
    return outcome.value;
  }

  caret(elementId: string, position: Position): Area | null {
    const text = this.#textOf(elementId);
    return text && caretIn(text, position);
  }

  position(elementId: string, point: Point): Position | null {
    const text = this.#textOf(elementId);
    return text && positionIn(text, point);
  }

  ranges(elementId: string, from: Position, to: Position): Area[] {
    const text = this.#textOf(elementId);
    return text ? rangesIn(text, from, to) : [];
  }

  lines(elementId: string): VisualLine[] | null {
    const text = this.#textOf(elementId);
    return text && visualLinesOf(text);
  }

  /** From points of an element's box to CSS pixels of the container, wherever a drag has it. */
  matrixOf(elementId: string): DOMMatrix | null {
    const box = this.#boxOf(elementId);
    if (!box) return null;
    const matrix = new DOMMatrix([...this.#canvas.viewportTransform]);
    return matrix
      .translate(box.x + box.width / 2, box.y + box.height / 2)
      .rotate(box.rotation)
      .translate(-box.width / 2, -box.height / 2);
  }

  toElement(elementId: string, { clientX, clientY }: { clientX: number; clientY: number }): Point | null {
    const box = this.#boxOf(elementId);
    if (!box) return null;
    const { left, top } = this.#canvas.upperCanvasEl.getBoundingClientRect();
    const [zoom, , , , x, y] = this.#canvas.viewportTransform;
    return intoBox(box, { x: (clientX - left - x) / zoom, y: (clientY - top - y) / zoom });
  }

  /** The areas of variables in the page's own texts, by element. */
  tints(): ReadonlyMap<string, readonly Area[]> {
    const found = new Map<string, readonly Area[]>();
    for (const element of this.#scene.page?.elements ?? []) {
      if (!('paragraphs' in element) || element.hidden) continue;
      const text = this.#textOf(element.id);
      if (!text) continue;
      let areas = this.#tinted.get(text);
      if (!areas) {
        areas = variablesOf(text).flatMap(([from, to]) => rangesIn(text, from, to));
        this.#tinted.set(text, areas);
      }
      if (areas.length > 0) found.set(element.id, areas);
    }
    return found;
  }

  #boxOf(elementId: string) {
    const object = this.#scene.objectOf(elementId);
    if (object) return object.boxNow();
    const page = this.#scene.page;
    const found = page && findElement(page.elements, elementId);
    return found ? toPage(found.placement, found.element) : null;
  }
}

/** The ranges of placeholders; one that several runs share is found in each run's own text alone, as it is printed. */
function variablesOf({ paragraphs }: LaidText): [Position, Position][] {
  return paragraphs.flatMap(({ runs }, paragraph) => {
    let start = 0;
    return runs.flatMap(({ text }) => {
      const ranges: [Position, Position][] = [];
      for (const match of text.matchAll(/\{\{[^{}]*\}\}/g)) {
        if (parseText(match[0])[0]?.kind !== 'variable') continue;
        const from = start + match.index;
        ranges.push([
          { paragraph, offset: from },
          { paragraph, offset: from + match[0].length },
        ]);
      }
      start += text.length;
      return ranges;
    });
  });
}
