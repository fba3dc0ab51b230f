import type { ReactNode } from 'react';
import { Footer } from '../header/Footer.tsx';
import { PublicHeader } from '../header/PublicHeader.tsx';

/** The layout of the public pages. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PublicHeader />
      {children}
      <Footer />
    </>
  );
}
