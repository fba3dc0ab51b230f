/** Values of properties in a design before defaults are filled in. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * What a property changes. picture: the rendered page. file: only the file in this case, such as the content for screen
 * readers. nothing: neither.
 */
export type Effect = 'picture' | 'file' | 'nothing';

/** The test of one property: the sample with `context`, compared with the sample that also has `set`. */
export interface GoldenCase {
  set: Values;
  context: Values;
  effect: Effect;
  /** Another property that must change with it. */
  also?: string;
}

export type GoldenCases = Readonly<Record<string, GoldenCase>>;

export const shows = (set: Values, context: Values = {}): GoldenCase => ({ set, context, effect: 'picture' });
export const writes = (set: Values, context: Values = {}): GoldenCase => ({ set, context, effect: 'file' });
export const keeps = (set: Values, context: Values = {}): GoldenCase => ({ set, context, effect: 'nothing' });

export const box = { x: 15, y: 10, width: 90, height: 60 };

/** The cases of properties of all elements. `context` is for sizes, `empty` has a variable that prints empty. */
export const boxCases = (empty: Values | null, context: Values = {}): GoldenCases => ({
  id: keeps({ id: 'another' }),
  name: keeps({ name: 'A name' }),
  x: shows({ x: 35 }),
  y: shows({ y: 25 }),
  width: shows({ width: 55 }, context),
  height: shows({ height: 30 }, context),
  rotation: shows({ rotation: 25 }),
  opacity: shows({ opacity: 0.3 }),
  locked: keeps({ locked: true }),
  hidden: shows({ hidden: true }),
  hideWhenEmpty: empty ? shows({ hideWhenEmpty: true }, empty) : keeps({ hideWhenEmpty: true }),
});

const thick = { stroke: '#1d4ed8', strokeWidth: 8 };

/** The cases of an outline; line joins are only visible on shapes with corners. */
export const outlineCases = (hasCorners: boolean): GoldenCases => ({
  stroke: shows({ stroke: '#1d4ed8' }),
  strokeWidth: shows({ strokeWidth: 6 }, { stroke: '#1d4ed8' }),
  dash: shows({ dash: [10, 4] }, { ...thick, strokeWidth: 3 }),
  'lineCap round': shows({ lineCap: 'round' }, { ...thick, dash: [6, 12] }),
  'lineCap square': shows({ lineCap: 'square' }, { ...thick, dash: [6, 12] }),
  'lineJoin round': (hasCorners ? shows : writes)({ lineJoin: 'round' }, thick),
  'lineJoin bevel': (hasCorners ? shows : writes)({ lineJoin: 'bevel' }, thick),
});
