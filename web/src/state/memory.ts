/** Local storage that never throws: in private windows or when the storage is full, values last as long as the page. */
export const memory = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // The value is not stored for the next visit.
    }
  },
};
