import type { Box } from '@sello/design';
import { ActiveSelection, type Canvas, type FabricObject, type TPointerEvent } from 'fabric';
import type { SnapLine, SnapSpace } from '../model/index.ts';
import { ElementObject } from './element-object.ts';
import type { Snapping, TransformChange } from './options.ts';
import { boundsOf, fromPage } from './placement.ts';
import type { Scene } from './scene.ts';

/** In pixels of the screen. */
const snapsWithin = 6;

export interface DragOptions {
  canvas: Canvas;
  scene: Scene;
  zoom(): number;
  snap: Snapping | undefined;
  onChange(change: TransformChange): void;
  /** What the drag has to say now: the lines it snapped to. */
  onLines(lines: readonly SnapLine[]): void;
}

/** What moves with a fabric object: itself, or the members of a selection. */
export function membersOf(target: FabricObject | undefined): ElementObject[] {
  const all = target instanceof ActiveSelection ? target.getObjects() : target ? [target] : [];
  return all.filter((object) => object instanceof ElementObject);
}

/** Follows fabric's drags: snaps them, draws what they change and reports each as one change when it ends. */
export class Drag {
  readonly #options: DragOptions;
  #target: FabricObject | null = null;
  #isCancelled = false;

  constructor(options: DragOptions) {
    this.#options = options;
    const { canvas } = options;
    canvas.on('object:moving', ({ target, e }) => {
      this.#begin(target);
      if (!e.ctrlKey && !e.metaKey) this.#snapMove(target);
      this.#follow(target);
    });
    canvas.on('object:scaling', ({ target, e, transform }) => {
      this.#begin(target);
      if (!e.ctrlKey && !e.metaKey) this.#snapEdges(target, transform.corner, e);
      this.#follow(target);
    });
    canvas.on('object:rotating', ({ target }) => {
      this.#begin(target);
      this.#follow(target);
    });
    canvas.on('object:modified', ({ target }) => this.#finish(target));
    canvas.on('mouse:up', () => this.#end());
  }

  get isActive(): boolean {
    return this.#target !== null;
  }

  /** Ends a drag without a change; everything is where the design has it. True if there was one. */
  cancel(): boolean {
    if (!this.#target) return false;
    this.#isCancelled = true;
    this.#options.canvas.endCurrentTransform();
    this.#end();
    return true;
  }

  #begin(target: FabricObject): void {
    if (this.#target) return;
    const { scene } = this.#options;
    this.#target = target;
    const members = membersOf(target);
    const drawn = members.flatMap(({ element }) => scene.drawnBy(element.id) ?? []);
    scene.freeze(new Set([...members, ...drawn]));
  }

  #end(): void {
    this.#options.onLines([]);
    if (!this.#target) return;
    this.#target = null;
    this.#isCancelled = false;
    const { scene, canvas } = this.#options;
    scene.thaw();
    canvas.requestRenderAll();
  }

  #space(moving: readonly ElementObject[]): SnapSpace {
    const { scene, zoom } = this.#options;
    const page = scene.page as NonNullable<Scene['page']>;
    const others = scene.selectable.filter((object) => !moving.includes(object));
    return {
      ...{ page, guides: page.guides, tolerance: snapsWithin / zoom() },
      others: others.map((object) => object.boxNow()),
    };
  }

  #snapMove(target: FabricObject): void {
    const { snap, onLines } = this.#options;
    if (!snap) return;
    const members = membersOf(target);
    const moving = members.map((object) => object.boxNow());
    const { dx, dy, lines } = snap.move(moving, this.#space(members));
    if (dx !== 0 || dy !== 0) target.set({ left: target.left + dx, top: target.top + dy });
    onLines(lines);
  }

  /** The edges that are pulled snap; a turned element, or one that keeps its proportions, does not. */
  #snapEdges(target: FabricObject, corner: string, event: TPointerEvent): void {
    const { snap, onLines } = this.#options;
    if (!snap || target.angle % 360 !== 0 || event.shiftKey) return;
    const has = (letter: string) => corner.includes(letter);
    const edges = {
      x: has('l') ? ('left' as const) : has('r') ? ('right' as const) : null,
      y: has('t') ? ('top' as const) : has('b') ? ('bottom' as const) : null,
    };
    const members = membersOf(target);
    const { dx, dy, lines } = snap.resize(around(members), edges, this.#space(members));
    onLines(lines);
    const [width, height] = [target.width * target.scaleX, target.height * target.scaleY];
    const [wider, higher] = [edges.x === 'left' ? -dx : dx, edges.y === 'top' ? -dy : dy];
    if (width + wider <= 0 || height + higher <= 0) return;
    // About the middle, which goes half of the way.
    if (target.width > 0) target.set({ scaleX: (width + wider) / target.width, left: target.left + dx / 2 });
    if (target.height > 0)
      target.set({ scaleY: (height + higher) / target.height, top: target.top + dy / 2 });
  }

  /** Lays an element out in the size that it is dragged to, and moves what its group draws. */
  #follow(target: FabricObject): void {
    const { scene } = this.#options;
    target.setCoords();
    for (const object of membersOf(target)) {
      const box = object.boxNow();
      const { element } = object;
      const isResized =
        Math.abs(box.width - element.width) > 0.001 || Math.abs(box.height - element.height) > 0.001;
      const own = scene.drawnBy(element.id);
      if (!own) continue;
      // A group is stretched; its children are scaled when the drag ends.
      const isLaidOut = isResized && object === own && !('elements' in element);
      if (isLaidOut) scene.measure(own, { ...element, width: box.width, height: box.height });
      if (object === own) continue;
      const drawing = scene.drawingOf(element.id);
      if (drawing) drawing.box = fromPage(scene.placement, box);
    }
  }

  #finish(target: FabricObject): void {
    const { scene, onChange } = this.#options;
    if (this.#isCancelled) {
      scene.restore();
      return;
    }
    const boxes = new Map<string, Box>();
    for (const object of membersOf(target)) {
      const { element } = object;
      if (element.locked) continue;
      const box = fromPage(object.isProxy ? scene.placement : toTop, object.boxNow());
      const change = tidied(box, element);
      if (change) boxes.set(element.id, change);
    }
    // Fabric is still ending its transform: what is shown because of the change must find it ended.
    if (boxes.size > 0) queueMicrotask(() => onChange({ kind: 'transform', boxes }));
  }
}

const toTop = { angle: 0, x: 0, y: 0 };

function around(objects: readonly ElementObject[]) {
  const all = objects.map((object) => boundsOf(object.boxNow()));
  return {
    left: Math.min(...all.map(({ left }) => left)),
    right: Math.max(...all.map(({ right }) => right)),
    top: Math.min(...all.map(({ top }) => top)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
  };
}

/** To ten thousandths of a point; what differs by less keeps the design's number. Null when nothing changed. */
function tidied(box: Box, before: Box): Box | null {
  const turns = Math.round((before.rotation - box.rotation) / 360) * 360;
  const after = { ...box, rotation: box.rotation + turns };
  let isChanged = false;
  const entries = (['x', 'y', 'width', 'height', 'rotation'] as const).map((name) => {
    if (Math.abs(after[name] - before[name]) < 0.000_5) return [name, before[name]] as const;
    isChanged = true;
    return [name, Math.round(after[name] * 10_000) / 10_000] as const;
  });
  return isChanged ? (Object.fromEntries(entries) as unknown as Box) : null;
}
