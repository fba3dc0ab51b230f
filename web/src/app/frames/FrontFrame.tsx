import type { ReactNode } from 'react';
import { Footer } from '../header/Footer.tsx';
import { PublicHeader } from '../header/PublicHeader.tsx';

/** The layout of the front page: its header is transparent over the hero. */
export function FrontFrame({ children }: { children: ReactNode }) {
  return (
    <div className="landing">
      <PublicHeader clear />
      {children}
      <Footer />
    </div>
  );
}
