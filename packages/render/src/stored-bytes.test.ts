import type { Design } from '@sello/contracts';
import { elements, parseDesign, sampleValues } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { buildDesign, buildRow, compileDesign } from '../tests/builders.ts';
import { everyImage } from '../tests/every-element.ts';
import { inflateStreams, sha256 } from '../tests/inflate-streams.ts';
import { storedDesigns } from '../tests/stored-designs.ts';
import { stamp } from './stamp.ts';
import expected from './stored-bytes.fixture.json' with { type: 'json' };

// A stored design must always render to the same bytes. A change of a hash needs a reason in
// docs/decisions/elements.md.

const tenant = { name: 'cordillera', publicName: 'Instituto Cordillera' };
const verifyUrl = 'https://sello.example/c/7K3M9QXT2VHBC0RD8WJN5PZE4F';

function read(value: unknown): Design {
  const parsed = parseDesign(value);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.design;
}

const designs = Object.entries(storedDesigns).map(([name, value]) => ({ name, design: read(value) }));

describe('a stored design', () => {
  it.each(designs)('$name compiles to an unchanged prefix and stamps to an unchanged file', async (of) => {
    const compiled = await compileDesign(of.design, { images: everyImage });
    const values = sampleValues(of.design, tenant, verifyUrl);
    const row = buildRow({ ...values, certificate: { ...values.certificate, id: '0'.repeat(26) } });
    const { tail } = await stamp(compiled, row);
    const pdf = Buffer.concat([compiled.prefix, tail]);
    const [prefix, file] = [compiled.prefix, pdf].map((bytes) => sha256(inflateStreams(Buffer.from(bytes))));
    expect({ prefix, file }).toEqual(expected[of.name as keyof typeof expected]);
  });
});

it.each(Object.values(elements))('the sample of $type compiles and stamps', async (kind) => {
  const design = buildDesign([kind.sample('new')]);
  const compiled = await compileDesign(design, { images: { none: everyImage.logo } });
  await expect(stamp(compiled, buildRow())).resolves.toBeDefined();
});
