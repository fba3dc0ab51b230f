import type { Design } from '@sello/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInstalled } from '../../packages/render/tests/outside-tools.ts';
import { screensBrowser } from '../browser.ts';
import { compareCarets } from './carets.ts';
import { bounds, compareSubject, type Parity } from './run.ts';
import type { Subject } from './server.ts';
import { type CanvasStand, openStand } from './stand.ts';
import { builtInSample, generatedSubjects, groupCount } from './subjects.ts';

/** Of the built-in templates every twelfth; `npm run proof -- parity` compares all in all languages. */
const someBuiltIn = builtInSample().filter((_, place) => place % 12 === 0);
/** Each group of properties once; the proof compares 200. */
const generated = groupCount(false);

const isPossible = screensBrowser && isInstalled('pdftoppm') && isInstalled('pdftotext');

describe.skipIf(!isPossible)('the editor’s canvas and the PDF', () => {
  let stand: CanvasStand;
  beforeAll(async () => {
    stand = await openStand();
  });
  afterAll(() => stand?.close());

  const expectSame = ({ name, share, ink }: Parity) => {
    expect([name, share < bounds.share, ink.distance <= bounds.ink, ink]).toEqual([name, true, true, ink]);
  };

  it.each(someBuiltIn.map((subject) => [subject.name, subject] as const))(
    'show the same of the template %s',
    async (_, subject) => expectSame(await compareSubject(subject, stand)),
  );

  it.each(generatedSubjects(generated, false).map((subject) => [subject.name, subject] as const))(
    'show the same of generated %s',
    async (_, subject) => expectSame(await compareSubject(subject, stand)),
  );

  it.each(['es', 'ar', 'th'])('have the carets of words at the same places in %s', async (language) => {
    const { words, distance } = await compareCarets(language, stand);
    expect(words).toBeGreaterThan(0);
    expect(distance).toBeLessThanOrEqual(bounds.caret);
  });

  it.each(
    [...someBuiltIn.slice(0, 2), ...generatedSubjects(2, false)].map((one) => [one.name, one] as const),
  )('are the same where a page is only looked at: %s', async (name, subject) => {
    stand.server.put(name, subject);
    expect(await stand.page.evaluate(`stillDifference(${JSON.stringify(name)}, 1)`)).toBeLessThan(0.001);
  });

  it('are told apart when an element is a point away, and when a letter is another', async () => {
    const [subject] = generatedSubjects(1, false) as [Subject];
    const changed = (change: (element: Design['pages'][number]['elements'][number], at: number) => object) =>
      compareSubject(subject, stand, {
        alter: (all) => ({
          ...all,
          design: {
            ...all.design,
            pages: all.design.pages.map((page) => ({
              ...page,
              elements: page.elements.map((element, at) => ({ ...element, ...change(element, at) })),
            })) as Design['pages'],
          },
        }),
      });
    const moved = await changed(({ x }) => ({ x: x + 1 }));
    expect(moved.ink.distance).toBeGreaterThan(bounds.ink);
    const other = await changed((element) =>
      'paragraphs' in element ? { paragraphs: [{ runs: [{ text: 'somebody else altogether' }] }] } : {},
    );
    expect(other.share).toBeGreaterThan(bounds.share);
  });
});
