import { dayIn, zoneOf } from '@sello/contracts';
import { useTenancy } from './useTenancy.ts';

/** The day of a moment at the organization's place, `YYYY-MM-DD`: what certificates print and what files are named by. */
export function useDay(): (at: Date) => string {
  const { tenant } = useTenancy();
  return (at) => dayIn(zoneOf({}, tenant ?? {}), at);
}
