import type { AbuseStack } from './stack.ts';

/** A short sample runs in `npm test`, the full size in `npm run proof -- abuse`. */
export type Size = 'sample' | 'full';
export type Figures = Record<string, number>;

/** One bounded attack as anybody could make it. */
export interface Attack {
  name: string;
  /** What holds on a defended platform: the title of its test. */
  title: string;
  /** It times most of the time, so that its sample runs beside the others. */
  isMostlyWaiting?: true;
  run(abuse: AbuseStack, size: Size): Promise<Figures>;
  /** The highest value that each figure may have; `min` for those that must not be lower. */
  bounds: Record<string, { max: number } | { min: number }>;
}

/** A sentence for every figure beyond its bound; empty when the platform held. */
export function broken({ bounds }: Pick<Attack, 'bounds'>, figures: Figures): string[] {
  return Object.entries(bounds).flatMap(([name, bound]) => {
    const value = figures[name];
    if (value === undefined) return [`${name} was not measured`];
    if ('max' in bound) return value > bound.max ? [`${name} is ${value}, more than ${bound.max}`] : [];
    return value < bound.min ? [`${name} is ${value}, less than ${bound.min}`] : [];
  });
}
