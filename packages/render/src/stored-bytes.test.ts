import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Design } from '@sello/contracts';
import { elements, parseDesign, sampleValues } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { buildDesign, buildRow, compileDesign } from '../tests/builders.ts';
import { everyImage } from '../tests/every-element.ts';
import { sha256, unpacked } from '../tests/unpacked.ts';
import { stamp } from './stamp.ts';
import kept from './stored-bytes.fixture.json' with { type: 'json' };

// What was stored once prints the same for ever: the hashes are renewed only by a decision that says why.

const tenant = { name: 'cordillera', publicName: 'Instituto Cordillera' };
const verifyUrl = 'https://sello.example/c/7K3M9QXT2VHBC0RD8WJN5PZE4F';

/** Designs as version 1 stored them: the built-in templates of that time, and one with every element and property. */
const stored: Record<string, unknown> = JSON.parse(
  gunzipSync(readFileSync(new URL('./stored-designs.fixture.json.gz', import.meta.url))).toString(),
);

function read(value: unknown): Design {
  const parsed = parseDesign(value);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.design;
}

const designs = Object.entries(stored).map(([name, value]) => ({ name, design: read(value) }));

describe('a stored design', () => {
  it.each(designs)('$name compiles to the prefix and stamps to the tail that it always had', async (of) => {
    const compiled = await compileDesign(of.design, { images: everyImage });
    const row = buildRow(sampleValues(of.design, tenant, verifyUrl));
    const { tail } = await stamp(compiled, row);
    const whole = Buffer.concat([compiled.prefix, tail]);
    const [prefix, file] = [compiled.prefix, whole].map((bytes) => sha256(unpacked(Buffer.from(bytes))));
    expect({ prefix, file }).toEqual(kept[of.name as keyof typeof kept]);
  });
});

it.each(Object.values(elements))('the sample of $type compiles and prints', async (kind) => {
  const design = buildDesign([kind.sample('new')]);
  const compiled = await compileDesign(design, { images: { none: everyImage.logo } });
  await expect(stamp(compiled, buildRow())).resolves.toBeDefined();
});
