import { type Control, controlsUtils, type FabricObject } from 'fabric';
import type { ViewColors } from './colors.ts';

/** Degrees between the angles that a rotation with Shift stops at. */
const angleStep = 15;

/** The eight handles and the one to rotate with. */
export function viewControls(): Record<string, Control> {
  const controls: Record<string, Control> = controlsUtils.createObjectDefaultControls();
  const { mtr } = controls;
  if (mtr) {
    mtr.offsetY = -24;
    mtr.actionHandler = (event, transform, x, y) => {
      transform.target.set(
        event.shiftKey ? { snapAngle: angleStep, snapThreshold: angleStep / 2 } : { snapAngle: 0 },
      );
      return controlsUtils.rotationWithSnapping(event, transform, x, y);
    };
  }
  return controls;
}

/** How selected objects look: a line and square handles of paper in the accent. */
export function styleOf({ accent, paper }: ViewColors): Partial<FabricObject> {
  return {
    ...{ borderColor: accent, cornerStrokeColor: accent, cornerColor: paper },
    ...{ transparentCorners: false, cornerSize: 9, touchCornerSize: 28, borderScaleFactor: 1.5 },
  };
}
