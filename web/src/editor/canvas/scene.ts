import type { DesignElement, DesignPage } from '@sello/contracts';
import type { Canvas } from 'fabric';
import { attempt } from '../pending.ts';
import { ElementObject } from './element-object.ts';
import type { Context, Drawing } from './elements/painter.ts';
import type { PageTools } from './page-tools.ts';
import { type Placement, scopeOf, toPage } from './placement.ts';

export interface SceneOptions {
  canvas: Canvas;
  zoom(): number;
  placeholder(): string;
  onFault(error: unknown): void;
  /** What was waited for has arrived. */
  onMeasured(): void;
}

/** The fabric objects of one page: its elements in paint order, then proxies for the children of the group in work. */
export class Scene {
  readonly #canvas: Canvas;
  readonly #options: SceneOptions;
  readonly #objects = new Map<string, ElementObject>();
  readonly #proxies = new Map<string, ElementObject>();
  #tools: PageTools | null = null;
  #page: DesignPage | null = null;
  #editing: string | null = null;
  #scope: string | null = null;
  /** Of what lies in the scope. */
  placement: Placement = { angle: 0, x: 0, y: 0 };

  constructor(options: SceneOptions) {
    this.#canvas = options.canvas;
    this.#options = options;
  }

  /** The group whose children are worked on; null for the page itself. */
  get scope(): string | null {
    return this.#scope;
  }

  get page(): DesignPage | null {
    return this.#page;
  }

  /** Makes the objects those of a page. Objects of elements that did not change are kept. */
  show(page: DesignPage, tools: PageTools, scope: string | null, editing: string | null): void {
    const keeps = tools === this.#tools && page.id === this.#page?.id;
    const wasEditing = this.#editing;
    [this.#tools, this.#page, this.#editing] = [tools, page, editing];
    const shown = page.elements.filter(({ hidden }) => !hidden);
    const isStale = (object: ElementObject, element: DesignElement) =>
      !keeps || object.element !== element || holds(element, wasEditing) || holds(element, editing);
    this.#sync(this.#objects, shown, isStale);
    const { elements, placement, root } = scopeOf(page.elements, scope);
    this.#scope = root === null ? null : scope;
    this.placement = placement;
    const children = this.#scope === null ? [] : elements.filter(({ hidden }) => !hidden);
    this.#sync(this.#proxies, children, () => true);
    for (const object of this.#objects.values()) {
      const isOpen = object.element.id === root;
      object.set({ evented: !isOpen, selectable: !isOpen });
    }
    this.#arrange();
    this.restore();
  }

  #sync(
    known: Map<string, ElementObject>,
    elements: readonly DesignElement[],
    isStale: (object: ElementObject, element: DesignElement) => boolean,
  ): void {
    const ids = new Set(elements.map(({ id }) => id));
    for (const [id, object] of known) {
      if (ids.has(id)) continue;
      this.#canvas.remove(object);
      known.delete(id);
    }
    const isProxy = known === this.#proxies;
    for (const element of elements) {
      let object = known.get(element.id);
      if (!object) {
        object = new ElementObject(element, isProxy);
        known.set(element.id, object);
        this.#canvas.add(object);
      } else if (!isStale(object, element)) {
        continue;
      }
      object.element = element;
      if (!isProxy) this.measure(object);
    }
  }

  /** Puts the objects in the order of the elements, which `set` does without a pass over all for each. */
  #arrange(): void {
    const order = [
      ...(this.#page?.elements.flatMap(({ id }) => this.#objects.get(id) ?? []) ?? []),
      ...this.#proxies.values(),
    ];
    const now = this.#canvas.getObjects();
    if (order.every((object, index) => now[index] === object)) return;
    for (const [index, object] of order.entries()) this.#canvas.moveObjectTo(object, index);
  }

  /** Puts every object back where its element is. */
  restore(): void {
    const zoom = this.#options.zoom();
    for (const object of this.#objects.values()) {
      object.place(object.element, zoom);
      if (object.drawing) resetBoxes(object.drawing, object.element);
    }
    for (const object of this.#proxies.values()) object.place(toPage(this.placement, object.element), zoom);
    this.#canvas.requestRenderAll();
  }

  /** Fills and measures an object's element, again when what it needs has arrived. `box`: in another size. */
  measure(object: ElementObject, element = object.element): void {
    const tools = this.#tools as PageTools;
    object.sheet = tools.of;
    object.placeholder = this.#options.placeholder();
    const isRaw = this.#editing !== null && holds(element, this.#editing);
    const outcome = attempt(() => tools.draw(element, isRaw));
    if ('arrival' in outcome) {
      object.isPending = true;
      outcome.arrival.then(
        () => {
          const isCurrent = tools === this.#tools && this.#objects.get(element.id) === object;
          if (!isCurrent || !object.isPending) return;
          this.measure(object);
          this.#options.onMeasured();
          this.#canvas.requestRenderAll();
        },
        (error) => this.#options.onFault(error),
      );
      return;
    }
    object.isPending = false;
    object.drawing = outcome.value.drawing;
    object.fault = outcome.value.fault;
  }

  /** The object that is dragged for an element: a proxy in the scope, or its own. */
  objectOf(id: string): ElementObject | null {
    return this.#proxies.get(id) ?? this.#objects.get(id) ?? null;
  }

  /** The object that draws an element: its own, or that of the outermost group around it. */
  drawnBy(id: string): ElementObject | null {
    const own = this.#objects.get(id);
    if (own) return own;
    return [...this.#objects.values()].find(({ element }) => holds(element, id)) ?? null;
  }

  /** The drawing of an element as it is shown; null when nothing of it is. */
  drawingOf(id: string): Drawing | null {
    const drawing = this.drawnBy(id)?.drawing;
    return drawing ? findDrawing(drawing, id) : null;
  }

  /** The objects that can be selected, the last painted last. */
  get selectable(): ElementObject[] {
    return [...this.#objects.values(), ...this.#proxies.values()].filter(({ selectable }) => selectable);
  }

  /** The objects in paint order. */
  get painted(): ElementObject[] {
    return this.#canvas.getObjects().filter((object) => object instanceof ElementObject);
  }

  /**
   * During a drag what does not move is drawn once: each unbroken row of objects that are not in `moving` becomes one
   * picture.
   */
  freeze(moving: ReadonlySet<ElementObject>): void {
    const rows: ElementObject[][] = [];
    let isOpen = false;
    for (const object of this.painted) {
      const rests = !moving.has(object);
      if (rests && isOpen) rows.at(-1)?.push(object);
      else if (rests) rows.push([object]);
      isOpen = rests;
    }
    // Each picture is as large as the view.
    const largest = rows.filter(({ length }) => length > 1).sort((a, b) => b.length - a.length);
    for (const row of largest.slice(0, mostPictures)) {
      const picture = document.createElement('canvas');
      const { width, height } = this.#canvas.lowerCanvasEl;
      [picture.width, picture.height] = [width, height];
      const ctx = picture.getContext('2d') as Context;
      const ratio = this.#canvas.getRetinaScaling();
      ctx.scale(ratio, ratio);
      ctx.transform(...this.#canvas.viewportTransform);
      for (const object of row) object.render(ctx);
      for (const object of row) object.frozen = 'hidden';
      (row[0] as ElementObject).frozen = picture;
    }
  }

  thaw(): void {
    for (const object of this.painted) object.frozen = null;
  }

  clear(): void {
    this.#canvas.remove(...this.#objects.values(), ...this.#proxies.values());
    this.#objects.clear();
    this.#proxies.clear();
  }
}

const mostPictures = 6;

/** Whether an element is, or holds, the one with an id. */
function holds(element: DesignElement, id: string | null): boolean {
  if (id === null) return false;
  return element.id === id || ('elements' in element && element.elements.some((child) => holds(child, id)));
}

function findDrawing(drawing: Drawing, id: string): Drawing | null {
  if (drawing.id === id) return drawing;
  for (const child of drawing.children) {
    const found = findDrawing(child, id);
    if (found) return found;
  }
  return null;
}

/** Boxes that a drag moved inside a group are those of the design again. */
function resetBoxes(drawing: Drawing, element: DesignElement): void {
  const { x, y, width, height, rotation } = element;
  drawing.box = { x, y, width, height, rotation };
  if (!('elements' in element)) return;
  for (const child of drawing.children) {
    const own = element.elements.find(({ id }) => id === child.id);
    if (own) resetBoxes(child, own);
  }
}
