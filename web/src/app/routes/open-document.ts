/** Opens a path in a document of its own, instead of within this one. */
export const opening = {
  document(to: string, options?: { replace?: boolean }): void {
    if (options?.replace) location.replace(to);
    else location.assign(to);
  },
};
