import { Outlet } from 'react-router';
import { TenancyProvider } from '../../tenancy/TenancyProvider.tsx';
import { Footer } from '../header/Footer.tsx';
import { PublicHeader } from '../header/PublicHeader.tsx';

/** The frame of the pages for everyone. */
export function PublicFrame() {
  return (
    <TenancyProvider>
      <PublicHeader />
      <Outlet />
      <Footer />
    </TenancyProvider>
  );
}
