/** The name of the page in the tab and in the history: what it is, then whose. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Sello`}</title>;
}
