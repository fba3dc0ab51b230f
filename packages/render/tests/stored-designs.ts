import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Design } from '@sello/contracts';

const file = new URL('../src/stored-designs.fixture.json.gz', import.meta.url);

/**
 * Designs of version 1 as stored in databases: the built-in templates of that version by key and locale, and one with
 * every element and property. They have the shape of that version, not of their declared type.
 */
export const storedDesigns: Readonly<Record<string, Design>> = JSON.parse(
  gunzipSync(readFileSync(file)).toString(),
);
