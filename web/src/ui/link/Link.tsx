import type { ComponentProps, MouseEvent } from 'react';
import { useNavigation } from './navigation.ts';

/** A link within the app, for both roots. Clicks that open another tab or window are left to the browser. */
export function Link({ to, ...rest }: Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { to: string }) {
  const { address, navigate } = useNavigation();
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to, { replace: to === address });
  };
  return <a {...rest} href={to} onClick={follow} />;
}
