import type { AbuseStack } from './stack.ts';

/** A short sample runs in `npm test`, the full size in `npm run proof -- abuse`. */
export type Size = 'sample' | 'full';
export type Figures = Record<string, number>;

/** An attack of limited size that anybody could make. */
export interface Attack {
  name: string;
  /** What the platform still does during the attack: the title of its test. */
  title: string;
  /** The attack is idle most of the time, so its sample runs concurrently with the others. */
  isMostlyWaiting?: true;
  run(abuse: AbuseStack, size: Size): Promise<Figures>;
  /** The highest (`max`) or lowest (`min`) allowed value of a figure. */
  bounds: Record<string, { max: number } | { min: number }>;
}

/**
 * Seconds are measured by the proof alone. A sample runs beside other tests, on machines that do much else: there a figure
 * of time only says that there was an end.
 */
const isTime = (figure: string): boolean => /(Ms|Seconds)$/.test(figure);

/** A sentence for every figure outside its bound; empty when the platform withstood the attack. */
export function broken({ bounds }: Pick<Attack, 'bounds'>, figures: Figures, size: Size = 'full'): string[] {
  return Object.entries(bounds).flatMap(([name, bound]) => {
    const value = figures[name];
    if (value === undefined) return [`${name} was not measured`];
    if (size === 'sample' && isTime(name)) return [];
    if ('max' in bound) return value > bound.max ? [`${name} is ${value}, more than ${bound.max}`] : [];
    return value < bound.min ? [`${name} is ${value}, less than ${bound.min}`] : [];
  });
}
