/** The document's title: the page, then the product. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Sello`}</title>;
}
