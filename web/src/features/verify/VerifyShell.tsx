import './verify.css';
import { Outlet } from 'react-router';
import { Footer } from '../../app/header/Footer.tsx';
import { PublicHeader } from '../../app/header/PublicHeader.tsx';

export function VerifyShell() {
  return (
    <>
      <PublicHeader />
      <Outlet />
      <Footer />
    </>
  );
}
