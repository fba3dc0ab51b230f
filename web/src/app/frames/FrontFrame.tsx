import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { Footer } from '../header/Footer.tsx';
import { PublicHeader } from '../header/PublicHeader.tsx';

/** The frame of the front page: the header lies clear over what it shows first. */
export function FrontFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <div className="landing">
      <PublicHeader clear />
      {children}
      <Footer />
    </div>
  );
}
