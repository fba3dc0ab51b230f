import { useCountryName } from '../../i18n/countries.ts';

/** A stored country in the language of the visitor. */
export function Country({ stored }: { stored: string }) {
  return useCountryName()(stored);
}
