/** The time zone of this computer; undefined where the browser does not tell it. */
export function ownTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? undefined : timeZone;
}
