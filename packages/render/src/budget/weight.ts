import type { Design } from '@sello/contracts';
import { kindOf, printedElements, variablesIn } from '@sello/design';
import type { StampRow } from '../values.ts';

/**
 * What a design asks for, counted in letters of set text: one takes up to ten microseconds to shape, break and write.
 * Counting takes no layout, so it cannot be made to take long.
 */
export interface Weight {
  /** Of everything: what `compile` has to set and prepare. */
  whole: number;
  /** Of what is set for each certificate, variables unprinted. */
  each: number;
  /** Places where a variable is printed. */
  places: number;
}

/** What any element costs, measured against letters; its kind says what it costs beyond. */
const element = 20;

/** What may be done on the thread that serves everybody: some tens of milliseconds. */
const light = { whole: 25_000, each: 4_000 };

export function weightOf(design: Design): Weight {
  const weight: Weight = { whole: 0, each: 0, places: 0 };
  for (const page of design.pages) {
    for (const printed of printedElements(page.elements)) {
      const kind = kindOf(printed);
      const own = kind.weight(printed);
      const places = kind.texts(printed).flatMap(variablesIn).length;
      weight.whole += element + own;
      if (places === 0) continue;
      weight.each += own + element;
      weight.places += places;
    }
  }
  return weight;
}

/** Whether the design can be compiled, and a usual certificate stamped, without anybody else waiting for it. */
export function isLightDesign({ whole, each }: Weight): boolean {
  return whole <= light.whole && each <= light.each;
}

/** Whether this certificate can be stamped without anybody else waiting: its values may be long ones. */
export function isLightRow(
  { each, places }: Weight,
  { student, custom, tenant, certificate }: StampRow,
): boolean {
  let longest = certificate.verifyUrl.length;
  for (const values of [student, custom, tenant]) {
    for (const value of Object.values(values)) longest = Math.max(longest, String(value ?? '').length);
  }
  return each + places * longest <= light.each;
}
