/**
 * The texts of `errors` that the first load of every page carries: those that must be there when nothing more can be
 * fetched. The whole file comes with the staff's pages, and elsewhere before an error of the server is shown.
 */
const briefErrors = [
  ...['operationFailed', 'unexpected', 'NETWORK_ERROR', 'pageFault', 'pageFaultText', 'reload'],
];

export function briefOf(errors: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(errors).filter(([key]) => briefErrors.includes(key)));
}
