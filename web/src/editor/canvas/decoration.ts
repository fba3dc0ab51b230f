import type { Canvas } from 'fabric';
import type { SnapLine } from '../model/index.ts';
import { attempt } from '../pending.ts';
import { paintBadges } from './badges.ts';
import type { ViewColors } from './colors.ts';
import type { Context } from './elements/painter.ts';
import type { Images } from './images.ts';
import { paintGround } from './page-tools.ts';
import type { Scene } from './scene.ts';
import type { Area } from './text/geometry.ts';

/** CSS pixels by which guides reach beyond the page. */
const beyond = 18;

export interface DecorationOptions {
  canvas: Canvas;
  scene: Scene;
  images: Images;
  colors(): ViewColors;
  lines(): readonly SnapLine[];
  /** Whether a text is edited, whose size nobody asks for then. */
  isTyping(): boolean;
  /** Tinted areas of texts that show the names of variables, in the box of the element `id`. */
  tints(): ReadonlyMap<string, readonly Area[]>;
}

/** Draws what is below and above the elements: the paper, the person's guides, the lines that a drag snapped to. */
export function decorate(options: DecorationOptions): void {
  const { canvas, scene, images, colors } = options;
  canvas.on('before:render', ({ ctx }) => {
    const { page } = scene;
    if (!page) return;
    const own = ctx as Context;
    own.save();
    own.transform(...canvas.viewportTransform);
    const outcome = attempt(() => paintGround(own, page, images));
    if ('arrival' in outcome) outcome.arrival.then(() => canvas.requestRenderAll());
    paintTints(own, options);
    own.restore();
  });
  canvas.on('after:render', ({ ctx }) => {
    const { page } = scene;
    // Fabric renders with another context while it looks for what lies under a point.
    if (!page || ctx !== canvas.getContext()) return;
    const own = ctx as Context;
    const zoom = canvas.getZoom();
    own.save();
    own.transform(...canvas.viewportTransform);
    own.lineWidth = 1 / zoom;
    own.strokeStyle = colors().ink;
    own.globalAlpha = 0.55;
    const reach = beyond / zoom;
    for (const { axis, position } of page.guides) {
      if (axis === 'x') stroke(own, [position, -reach, position, page.height + reach]);
      else stroke(own, [-reach, position, page.width + reach, position]);
    }
    own.globalAlpha = 1;
    own.strokeStyle = colors().accent;
    own.setLineDash([5 / zoom, 4 / zoom]);
    for (const { kind, axis, position, from, to } of options.lines()) {
      // A gap lies along its axis, every other line across it.
      const isUpright = (axis === 'x') !== (kind === 'gap');
      stroke(own, isUpright ? [position, from, position, to] : [from, position, to, position]);
    }
    own.setLineDash([]);
    paintBadges(own, {
      active: options.isTyping() ? undefined : canvas.getActiveObject(),
      lines: options.lines(),
      zoom,
      color: colors().seal,
      paper: colors().paper,
    });
    own.restore();
  });
}

function stroke(ctx: Context, [x1, y1, x2, y2]: readonly [number, number, number, number]): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/** A variable in a sentence stands on the wash of the accent, as it does in the inspector. */
function paintTints(ctx: Context, { scene, tints, colors }: DecorationOptions): void {
  for (const [id, areas] of tints()) {
    const object = scene.drawnBy(id);
    if (!object || object.element.id !== id) continue;
    // Not the object's own place, which is within a selection of several.
    const { x: left, y: top, width: wide, height: high, rotation } = object.boxNow();
    ctx.save();
    ctx.translate(left + wide / 2, top + high / 2);
    ctx.rotate((rotation * Math.PI) / 180);
    ctx.translate(-wide / 2, -high / 2);
    ctx.fillStyle = colors().wash;
    for (const { x, y, width, height } of areas) ctx.fillRect(x, y, width, height);
    ctx.restore();
  }
}
