import type { DesignElement } from '@sello/contracts';
import { createContext, useContext } from 'react';

/** The elements that the inspector shows, in paint order. */
export const ElementsContext = createContext<readonly DesignElement[]>([]);

export const useElements = (): readonly DesignElement[] => useContext(ElementsContext);

/** The id of the list with the colours of the design. */
export const colorsId = 'design-colors';
