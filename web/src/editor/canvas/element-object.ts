import type { DesignElement } from '@sello/contracts';
import type { Box } from '@sello/design';
import { FabricObject, type TPointerEvent, util } from 'fabric';
import { paintUpright } from './drawing.ts';
import type { Context, Drawing, SheetOf } from './elements/painter.ts';

/** In pixels of the screen; thinner elements can be grasped this far beside them. */
const graspable = 8;

/**
 * The fabric object of an element: fabric holds its place, our painters draw it. A proxy has the place of a child of the
 * group that is worked in and draws nothing, since its group draws it.
 */
export class ElementObject extends FabricObject {
  element: DesignElement;
  readonly isProxy: boolean;
  /** Null: nothing is printed. */
  drawing: Drawing | null = null;
  /** The box that the drawing was measured in; during a drag the object may be larger. */
  sheet: SheetOf | null = null;
  /** Why it is not drawn, such as a family that nobody has. */
  fault: unknown = null;
  /** Whether its fonts and images are on their way. */
  isPending = false;
  /** A picture of this object and others behind it, drawn instead of them during a drag. */
  frozen: 'hidden' | HTMLCanvasElement | null = null;
  /** The colour of the outline of what would not be seen; null where the page is made into a picture. */
  placeholder: string | null = null;

  constructor(element: DesignElement, isProxy = false) {
    super({
      ...{ originX: 'center', originY: 'center', strokeWidth: 0, objectCaching: false },
      ...{ lockScalingFlip: true, hoverCursor: 'default', noScaleCache: true },
    });
    this.element = element;
    this.isProxy = isProxy;
  }

  /** Puts the object where its element is, `box` in points of the page. */
  place({ x, y, width, height, rotation }: Box, zoom: number): void {
    const thin = Math.min(width, height) * zoom < graspable;
    const { locked } = this.element;
    const placed = {
      ...{ left: x + width / 2, top: y + height / 2, width, height, angle: rotation },
      ...{ scaleX: 1, scaleY: 1, flipX: false, flipY: false, skewX: 0, skewY: 0 },
      ...{ lockMovementX: locked, lockMovementY: locked, lockRotation: locked, hasControls: !locked },
      ...{ lockScalingX: locked, lockScalingY: locked, padding: thin ? graspable / 2 : 0 },
    };
    // Most are where they were when something else changes.
    if ((Object.keys(placed) as (keyof typeof placed)[]).every((name) => this[name] === placed[name])) return;
    this.set(placed);
    this.setCoords();
  }

  /** What is not selected as such has no handles to grasp; fabric would compute where nine of them are for each. */
  override setCoords(): void {
    const { canvas } = this;
    if (canvas && 'getActiveObject' in canvas && canvas.getActiveObject() === this) {
      super.setCoords();
    } else {
      this.aCoords = this.calcACoords();
      this.oCoords = {};
    }
  }

  /** Its box in points of the page, wherever a drag has it now. */
  boxNow(): Box {
    const matrix = this.calcTransformMatrix();
    const { angle, scaleX, scaleY, translateX, translateY } = util.qrDecompose(matrix);
    const [width, height] = [this.width * Math.abs(scaleX), this.height * Math.abs(scaleY)];
    // A rotation by half a turn may be read as two mirrorings.
    const rotation = scaleX < 0 ? angle + 180 : angle;
    return { x: translateX - width / 2, y: translateY - height / 2, width, height, rotation };
  }

  /** A locked element is not caught by a rubber band: refuses when true. */
  override onSelect(options: { e?: TPointerEvent }): boolean {
    const isBand = (this.canvas as { _groupSelector?: unknown } | undefined)?._groupSelector;
    return (Boolean(isBand) && this.element.locked) || super.onSelect(options);
  }

  override render(ctx: Context): void {
    if (this.frozen === null) {
      super.render(ctx);
    } else if (this.frozen !== 'hidden') {
      ctx.save();
      ctx.resetTransform();
      ctx.drawImage(this.frozen, 0, 0);
      ctx.restore();
    }
  }

  override _render(ctx: Context): void {
    if (this.isProxy) return;
    const { drawing, sheet, width, height } = this;
    ctx.translate(-width / 2, -height / 2);
    if (drawing && sheet) {
      const { box } = drawing;
      // Stretched until it is measured anew in its new box.
      if (box.width > 0 && box.height > 0) ctx.scale(width / box.width, height / box.height);
      paintUpright(ctx, drawing, sheet);
    } else if (this.placeholder) {
      const { a, b } = ctx.getTransform();
      const pixel = 1 / Math.hypot(a, b);
      ctx.strokeStyle = this.placeholder;
      ctx.lineWidth = pixel;
      ctx.setLineDash([4 * pixel, 3 * pixel]);
      ctx.strokeRect(0, 0, width, height);
    }
  }
}
