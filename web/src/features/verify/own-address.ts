/** The file through the host that this page came from: an organization's own domain serves it too. */
export function ownAddress(url: string): string {
  try {
    const { pathname, search } = new URL(url, location.href);
    return `${pathname}${search}`;
  } catch {
    return url;
  }
}
