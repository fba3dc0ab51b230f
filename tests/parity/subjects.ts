import type { Design, DesignElement, DesignElementInput, DesignInput } from '@sello/contracts';
import { builtInTemplates, defineDesign, kindOf, sampleValues } from '@sello/design';
import type { StampRow } from '@sello/render';
import { properties } from './properties.ts';
import { Random } from './random.ts';
import type { Subject } from './server.ts';

const names = [
  'Lucía Fernanda Quispe Mamani',
  'Nguyễn Thị Minh Châu',
  'Łukasz Żółciński',
  'Ana',
  'María del Pilar Hernández-Rodríguez y Fernández de la Vega Sáenz de Santamaría',
  'Ștefan Țurcanu',
  'Ólafur Þór Guðmundsson',
  'Ōe Kenzaburō',
];

export function valuesWith(random: Random, custom: Record<string, string> = {}): StampRow {
  return {
    student: {
      ...{ fullName: random.pick(names), idNumber: '70418821', country: 'Peru' },
      ...{ startDate: '2026-03-03', endDate: '2026-10-30', scoreNumeric: 9.1, scoreLetter: 'A−' },
    },
    custom: { hours: '120', ward: '', ...custom },
    tenant: { name: 'cordillera', publicName: 'Instituto Cordillera' },
    certificate: {
      id: '7K3M9QXT2VHBC0RD8WJN5PZE4F',
      issuedAt: new Date('2026-11-14T15:00:00Z'),
      issuedOn: '2026-11-14',
      verifyUrl: 'https://sello.example/c/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    },
  };
}

const signature = {
  ...{ name: 'Instituto Cordillera', reason: 'Course completed', location: 'Arequipa' },
  signedAt: new Date('2026-11-14T15:00:00Z'),
};

function withSamples(design: Design, values: StampRow): StampRow {
  const { custom, batch } = sampleValues(design, values.tenant, values.certificate.verifyUrl);
  return { ...values, custom, ...(batch && { batch }) };
}

/** Every built-in template in every language. */
export function builtInSubjects(): Subject[] {
  return ['en', 'es', 'pt-BR'].flatMap((locale) =>
    builtInTemplates(locale).map(({ key, design }, index) => ({
      ...{ name: `${key} ${locale}`, design },
      values: withSamples(design, valuesWith(new Random(index))),
    })),
  );
}

/** Each built-in template in one of its languages, by turns. */
export function builtInSample(): Subject[] {
  const all = builtInSubjects();
  const designs = all.length / 3;
  return all.filter((_, place) => Math.floor(place / designs) === (place % designs) % 3);
}

/** The groups of properties, of which one needs fonts that are fetched. */
const groups = (hasPacks: boolean) =>
  Object.entries(properties).filter(([name]) => hasPacks || name !== 'ideographs');

/** How many designs exercise each group of properties once. */
export const groupCount = (hasPacks: boolean): number => groups(hasPacks).length;

/** Designs that exercise each property in turn, each with a seed of its own. */
export function generatedSubjects(count: number, hasPacks: boolean): Subject[] {
  const chosen = groups(hasPacks);
  return Array.from({ length: count }, (_, seed) => {
    const [name, make] = chosen[seed % chosen.length] as (typeof chosen)[number];
    const random = new Random(seed);
    const { elements, sealColor, isSigned, ...overrides } = make(random);
    const page = { id: 'page', width: 420, height: 300, ...overrides.page, elements: placed(elements) };
    const design: DesignInput = { version: 2, ...overrides.design, pages: [page] };
    return {
      ...{ name: `${name} ${seed}`, design: defineDesign(design) },
      values: { ...valuesWith(random), ...(isSigned && { signature }) },
      ...(sealColor !== undefined && { sealColor }),
    };
  });
}

const placed = (elements: readonly DesignElementInput[]) =>
  elements.map((element, index) => ({ ...element, id: `${element.type}${index}` }));

/** Room around an element that stands alone, in points. */
const margin = 24;

/** Room for lines that run out of their box at its end, in points. */
const overflow = 220;

/** Of the upright box around a turned one, with what may run out of it on either side. */
function sizeTurned(element: DesignElement): { width: number; height: number } {
  const { rotation } = element;
  const runsOut = 'fit' in element && (element.fit === 'wrap' || element.fit === 'break');
  const width = element.width + (runsOut ? overflow / 2 : 0);
  const height = element.height + (runsOut ? overflow : 0);
  const [cos, sin] = [Math.cos, Math.sin].map((of) => Math.abs(of((rotation * Math.PI) / 180))) as [
    number,
    number,
  ];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

function renamed(element: DesignElement, prefix: string): DesignElement {
  const kind = kindOf(element);
  const children = kind.children(element).map((child) => renamed(child, prefix));
  return kind.withChildren({ ...element, id: `${prefix}${element.id}` }, children);
}

/** The design with a page behind its own for each element that it shows, by itself on white. */
export function withElementsAlone({ design, ...subject }: Subject): Subject & { own: number } {
  const alone = design.pages.flatMap((page, index) =>
    page.elements
      .filter(({ hidden }) => !hidden)
      .map((element, place): Design['pages'][number] => {
        const { width: wide, height: high } = sizeTurned(element);
        const [width, height] = [wide, high].map((side) => Math.ceil(Math.max(side, 72) + 2 * margin)) as [
          number,
          number,
        ];
        const [x, y] = [(width - element.width) / 2, (height - element.height) / 2];
        const prefix = `alone${index}-${place}-`;
        return {
          ...{ id: `${prefix}page`, width, height, guides: [], readingOrder: [] },
          background: { color: null, assetId: null },
          elements: [{ ...renamed(element, prefix), x, y }],
        };
      }),
  );
  return { ...subject, design: { ...design, pages: [...design.pages, ...alone] }, own: design.pages.length };
}
