import type { DesignElement, ElementOf, ElementType } from '@sello/contracts';
import { barcode } from './barcode/kind.ts';
import type { ElementKind } from './element-kind.ts';
import { ellipse } from './ellipse/kind.ts';
import { group } from './group/kind.ts';
import { image } from './image/kind.ts';
import { line } from './line/kind.ts';
import { path } from './path/kind.ts';
import { qr } from './qr/kind.ts';
import { rectangle } from './rectangle/kind.ts';
import { signature } from './signature/kind.ts';
import { table } from './table/kind.ts';
import { text } from './text/kind.ts';

/** Every element type of a design; a type without an entry here does not compile. */
export const elements = {
  text,
  image,
  rectangle,
  ellipse,
  line,
  path,
  qr,
  barcode,
  table,
  signature,
  group,
} satisfies { [Type in ElementType]: ElementKind<ElementOf<Type>> };

/** The declaration of an element's type. */
export function kindOf(element: DesignElement): ElementKind {
  return elements[element.type];
}

/** The layout that `measure` of this type returns. */
export type ElementLayout<Type extends ElementType> =
  (typeof elements)[Type & keyof typeof elements] extends ElementKind<ElementOf<Type>, infer Layout>
    ? Layout
    : never;
