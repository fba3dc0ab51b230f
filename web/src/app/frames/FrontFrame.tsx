import type { ReactNode } from 'react';
import { Footer } from '../header/Footer.tsx';
import { PublicHeader } from '../header/PublicHeader.tsx';

/** The frame of the front page: its header is transparent over what the page shows first. */
export function FrontFrame({ children }: { children: ReactNode }) {
  return (
    <div className="landing">
      <PublicHeader clear />
      {children}
      <Footer />
    </div>
  );
}
