import { useRouteError } from 'react-router';
import { PageFault } from './PageFault.tsx';

/** A page of the staff's router that failed to load or to draw. */
export function RouteFault() {
  return <PageFault error={useRouteError()} />;
}
