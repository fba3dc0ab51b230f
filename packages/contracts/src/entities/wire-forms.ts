import { moment } from '../scalars.ts';

/** A `Date` on the wire: ISO 8601 in UTC. */
export const asMoment = { type: moment, view: (date: Date): string => date.toISOString() } as const;
