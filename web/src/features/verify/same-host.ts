/** The file's path on the current host: an organization's own domain serves it too. */
export function sameHostPath(url: string): string {
  try {
    const { pathname, search } = new URL(url, location.href);
    return `${pathname}${search}`;
  } catch {
    return url;
  }
}
