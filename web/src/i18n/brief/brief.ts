/**
 * The texts of `errors` in the first load of every page: those that must be available when nothing more can be loaded.
 * The whole file is loaded with the staff's pages, and elsewhere before an error of the server is shown.
 */
const briefErrors = [
  ...['operationFailed', 'unexpected', 'NETWORK_ERROR', 'pageFault', 'pageFaultText', 'reload'],
];

export function briefOf(errors: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(errors).filter(([key]) => briefErrors.includes(key)));
}
