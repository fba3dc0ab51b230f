import { createContext, useContext } from 'react';
import type { Saving } from './saving.ts';

export const SavingContext = createContext<Saving | null>(null);

/** How the open template is saved, for dialogs that need the server to have all of it. */
export function useOpenSaving(): Saving {
  const saving = useContext(SavingContext);
  if (!saving) throw new Error('useOpenSaving outside of a SavingContext');
  return saving;
}
