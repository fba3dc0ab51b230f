import { ownTimeZone } from './own-time-zone.ts';

export interface Offered {
  value: string;
  name: string;
}

const plain = (zone: string): string => zone.replaceAll('_', ' ');

/** `Lima, America`. */
export const zoneName = (zone: string): string => plain(zone).split('/').reverse().join(', ');

/** Time zones by continent, with the places' names; `current`, if there is one, and that of this computer come first. */
export function timeZonesBy(current: string | undefined): {
  near: Offered[];
  groups: Map<string, Offered[]>;
} {
  const near = [...new Set([current, ownTimeZone(), 'UTC'])].flatMap((value) =>
    value ? { value, name: zoneName(value) } : [],
  );
  const zones = Intl.supportedValuesOf('timeZone').filter(
    (zone) => zone.includes('/') && near.every(({ value }) => value !== zone),
  );
  const groups = Map.groupBy(
    zones.map((value) => ({ value, name: plain(value.slice(value.indexOf('/') + 1)) })),
    ({ value }) => value.slice(0, value.indexOf('/')),
  );
  return { near, groups };
}
