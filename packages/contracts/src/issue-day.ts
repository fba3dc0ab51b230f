/** What has a time zone of its own, or takes that of another. */
interface Zoned {
  timeZone?: string | undefined;
}

/** The time zone of the day that a design prints: its own, else the organization's, else UTC. */
export const zoneOf = (design: Zoned, organization: Zoned): string =>
  design.timeZone ?? organization.timeZone ?? 'UTC';

// Intl objects are expensive to create.
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayIn(zone: string, at: Date): string {
  let format = formats.get(zone);
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { ...parts, timeZone: zone });
    formats.set(zone, format);
  }
  const found = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${found.get('year')!.padStart(4, '0')}-${found.get('month')}-${found.get('day')}`;
}
