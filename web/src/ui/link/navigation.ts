import { createContext, useContext } from 'react';

/** Where the page is and how it goes elsewhere: the same for the public root and for the staff's router. */
export interface Navigation {
  pathname: string;
  /** `pathname` with query and fragment. */
  address: string;
  /** `to` is a path from the root on; with `replace` it takes the place of the current history entry. */
  navigate: (to: string, options?: { replace?: boolean }) => void;
}

export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('useNavigation outside of a NavigationContext');
  return navigation;
}
