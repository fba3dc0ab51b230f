import { describe, expect, it } from 'vitest';
import { hostileImages } from './image-corpus/hostile.ts';
import { ordinaryImages } from './image-corpus/ordinary.ts';
import { directOutcomeOf } from './image-corpus/outcome.ts';
import { damaged, truncated } from './pdf-files/hostile.ts';

// A fixed sample of `npm run proof -- image-import`, which also measures memory and time.

const ordinary = await ordinaryImages();

describe('an uploaded image', () => {
  it.each(Object.entries(ordinary))('is taken: %s', async (_, make) => {
    expect(await directOutcomeOf(make())).toMatch(/^image\//);
  });

  it.each([
    ['a PNG of 20,000 × 20,000 in 64 KB', /^pixels$/],
    ['a PNG with a chunk of 2 GB', /^unreadable$/],
    ['a PNG of one row of 40 megapixels', /^unreadable$/],
    ['a JPEG with 150,000 empty scans', /^unreadable$/],
    ['a JPEG of ones', /^unreadable$|^image\//],
    ['a WebP of 40 megapixels of ones', /^unreadable$/],
    ['a WebP that says 40 megapixels of a small picture', /^unreadable$/],
    ['a PNG that is also a ZIP and a page of HTML', /^image\/png$/],
    ['a JPEG that is also a PDF', /^image\/jpeg$/],
  ])('that is hostile ends in an error of its own or an image without it: %s', async (name, outcome) => {
    expect(await directOutcomeOf(hostileImages[name]!())).toMatch(outcome);
  });

  it('that is truncated or damaged ends in an image or an error of its own', async () => {
    for (const make of Object.values(ordinary)) {
      const bytes = make();
      for (const file of [...truncated(bytes, 10), ...damaged(bytes, 10)]) {
        expect(await directOutcomeOf(file)).toMatch(/^image\/|^(unreadable|pixels|kind|detail)$/);
      }
    }
  });
});
