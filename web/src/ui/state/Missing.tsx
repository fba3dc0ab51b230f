import type { ReactNode } from 'react';
import { PageTitle } from '../title/PageTitle.tsx';

/** Shown instead of a page when its URL names something that does not exist. */
export function Missing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="wrap wrap--app denied" id="page" tabIndex={-1}>
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      <p className="lead">{children}</p>
    </main>
  );
}
