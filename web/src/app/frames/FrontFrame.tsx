import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { TenancyProvider } from '../../tenancy/TenancyProvider.tsx';
import { Footer } from '../header/Footer.tsx';
import { PublicHeader } from '../header/PublicHeader.tsx';

/** The frame of the front page. */
export function FrontFrame() {
  return (
    <TenancyProvider>
      <Front>
        <Outlet />
      </Front>
    </TenancyProvider>
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
