import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { Footer } from '../header/Footer.tsx';
import { PublicHeader } from '../header/PublicHeader.tsx';

/** The frame of the front page. */
export function FrontFrame() {
  return (
    <Front>
      <Outlet />
    </Front>
  );
}

/** The header lies clear over what the page shows first. */
export function Front({ children }: { children: ReactNode }) {
  return (
    <div className="landing">
      <PublicHeader clear />
      {children}
      <Footer />
    </div>
  );
}
