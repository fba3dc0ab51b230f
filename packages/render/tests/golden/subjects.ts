import { type DesignInput, design, designPage, type ElementType } from '@sello/contracts';
import { box, type GoldenCases, type Values } from './case.ts';
import * as pages from './pages.ts';
import * as pictures from './pictures.ts';
import type { Schema } from './properties.ts';
import { table } from './table.ts';
import { contentCases, roleCases, textSample } from './texts.ts';

/** An element type, the page or the design, whose properties have golden pictures. */
export interface Subject {
  schema: Schema;
  sample: Values;
  cases: GoldenCases;
  /** The sheet of its pictures; a signature shares that of texts, because it is drawn as a text. */
  sheet: string;
  /** A design that shows it with these values. */
  designOf(values: Values): DesignInput;
}

/** The schema of each element type that validates designs. */
const elementSchemas = new Map(
  ((designPage as Schema).def.shape!.elements!.def.element!.def.options ?? []).map((schema) => [
    schema.def.shape!.type!.def.values![0] as ElementType,
    schema,
  ]),
);

/** A frame at the box of the sample, which stays when the element moves or is not printed. */
const frame = { ...box, type: 'rectangle', id: 'frame', stroke: '#c8c8c8', strokeWidth: 0.5 };
const variables = [{ name: 'custom.none', optional: true }];
const withPage = (page: Values) => ({ version: 2, pages: [page], variables }) as unknown as DesignInput;

const elements: Record<ElementType, Pick<Subject, 'sample' | 'cases'>> = {
  text: { sample: textSample('text'), cases: { ...contentCases, ...roleCases } },
  signature: { sample: textSample('signature'), cases: contentCases },
  image: pictures.image,
  rectangle: pictures.rectangle,
  ellipse: pictures.ellipse,
  line: pictures.line,
  path: pictures.path,
  qr: pictures.qr,
  barcode: pictures.barcode,
  table,
  group: pictures.group,
};

/** Every element type, the page and the design, by the names of their golden pictures. */
export const subjects: ReadonlyMap<string, Subject> = new Map<string, Subject>([
  ...[...elementSchemas].map(([type, schema]): [string, Subject] => [
    type,
    {
      ...{ ...elements[type], schema, sheet: type === 'signature' ? 'text' : type },
      designOf: (values) => withPage({ id: 'page', width: 120, height: 80, elements: [frame, values] }),
    },
  ]),
  ['page', { ...pages.page, sheet: 'page', schema: designPage, designOf: withPage }],
  [
    'design',
    {
      ...pages.design,
      sheet: 'design',
      schema: design,
      designOf: (values) => values as unknown as DesignInput,
    },
  ],
]);
