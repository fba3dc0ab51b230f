/** Objects that one call and one job share for minutes; a sweep deletes what is left of them. */
export const temporaryFolder = 'temporary/';

const temporaryKey = (tenantId: string, id: string, name: string): string =>
  `${temporaryFolder}${tenantId}/${id}/${name}`;

/** The design that a preview prints (JSON), and the printed PDF. */
export const previewKeys = (tenantId: string, previewId: string) => ({
  design: temporaryKey(tenantId, previewId, 'design.json'),
  pdf: temporaryKey(tenantId, previewId, 'preview.pdf'),
});

/** The PDF that an import reads. */
export const importKeys = (tenantId: string, importId: string) => ({
  pdf: temporaryKey(tenantId, importId, 'import.pdf'),
});

/** Objects of a preflight are swept together: it may take longer than other temporary ones are kept. */
const preflightFolder = '/preflight/';
const keysOfPreflight = (folder: string) => ({
  folder,
  request: `${folder}request.json`,
  state: `${folder}state.json`,
});

/** The preflight that an object belongs to; `undefined` for any other object. */
export function preflightOf(key: string): ReturnType<typeof keysOfPreflight> | undefined {
  const at = key.indexOf(preflightFolder);
  return at < 0 ? undefined : keysOfPreflight(key.slice(0, at + preflightFolder.length));
}

/**
 * What a preflight reads and writes: the request (JSON) and pages of its rows, how far it is, what each slice of rows has
 * found, and the pictures of the riskiest. `folder` is the prefix of them all. The end is part of a slice's key: a slice
 * that runs twice may check more rows the second time, and what the state says of it must be what is stored.
 */
export function preflightKeys(tenantId: string, preflightId: string) {
  const folder = `${temporaryFolder}${tenantId}/${preflightId}${preflightFolder}`;
  return {
    ...keysOfPreflight(folder),
    rows: (page: number) => `${folder}rows-${page}.json`,
    findings: ({ from, to }: { from: number; to: number }) => `${folder}findings-${from}-${to}.json`,
    picture: (place: number) => `${folder}picture-${place}.png`,
  };
}
