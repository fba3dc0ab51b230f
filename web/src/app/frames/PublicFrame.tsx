import type { ReactNode } from 'react';
import { OfflineLine } from '../../ui/offline/OfflineLine.tsx';
import { Footer } from '../header/Footer.tsx';
import { PublicHeader } from '../header/PublicHeader.tsx';

/** The layout of the public pages. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <OfflineLine />
      <PublicHeader />
      {children}
      <Footer />
    </>
  );
}
