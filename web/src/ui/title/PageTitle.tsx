import { ownSite } from '../../state/own-site.ts';

/** The document's title: the page, then the product, or the organization whose host this is. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${ownSite?.name ?? 'Sello'}`}</title>;
}
