import { createContext, useContext } from 'react';

/** The current location and how to navigate, provided by the public root and by the staff's router. */
export interface Navigation {
  pathname: string;
  /** `pathname` with query and fragment. */
  address: string;
  /** `to` is an absolute path; `replace` replaces the current history entry. */
  navigate: (to: string, options?: { replace?: boolean }) => void;
}

export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('useNavigation outside of a NavigationContext');
  return navigation;
}
