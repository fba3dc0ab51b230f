import { useRouteError } from 'react-router';
import { PageFault } from './PageFault.tsx';

/** The error element of the staff's router. */
export function RouteFault() {
  return <PageFault error={useRouteError()} />;
}
