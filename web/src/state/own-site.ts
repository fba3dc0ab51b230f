import { type OwnSite, ownSiteMeta } from '@sello/contracts';

/** What the server says of an organization's own host; undefined on the platform's. */
export let ownSite: OwnSite | undefined = read();

/** Sets the site of the page that is rendered next, on a server. */
export function giveSite(site: OwnSite | undefined): void {
  ownSite = site;
}

function read(): OwnSite | undefined {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${ownSiteMeta}"]`);
  return meta ? (JSON.parse(meta.content) as OwnSite) : undefined;
}

/** The same page on the platform. */
export const onPlatform = (site: OwnSite, path: string): string => new URL(path, site.platform).href;
