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
