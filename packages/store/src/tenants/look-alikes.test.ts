import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../../tests/cpu-time.ts';
import { createLookAlikes } from './look-alikes.ts';
import { looksLike, skeletonOf } from './skeleton.ts';

let seed = 7;
const draw = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const word = (length: number): string =>
  Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz'[draw(26)]).join('');
const build = (name: string) => ({ _id: name, name, skeletons: [skeletonOf(name)] });

/** The name with a few letters removed, inserted or replaced. */
function changed(name: string, times: number): string {
  let letters = [...name];
  for (let time = 0; time < times; time++) {
    const at = draw(letters.length);
    const put = [[], [word(1)], [letters[at]!, word(1)]][draw(3)]!;
    letters = [...letters.slice(0, at), ...put, ...letters.slice(at + 1)];
  }
  return letters.join('');
}

it('finds the same names as a comparison with every name', () => {
  const known = Array.from({ length: 60 }, (_, place) => build(word(4 + (place % 22))));
  const lookAlikes = createLookAlikes(known);
  let alike = 0;
  for (let round = 0; round < 3_000; round++) {
    const { name } = known[draw(known.length)]!;
    const asked = { ...build(changed(name, draw(5))), _id: 'another' };
    const one = asked.skeletons[0]!;
    const all = known.filter(({ skeletons }) => looksLike(one, skeletons[0]!)).map(({ _id }) => _id);
    const found = lookAlikes.find(asked)?._id;
    expect(all.length > 0 ? all : [undefined], `${asked.name} beside ${name}`).toContain(found);
    if (found !== undefined) alike++;
  }
  expect(alike).toBeGreaterThan(500);
  expect(alike).toBeLessThan(2_900);
});

it('prefers an equal skeleton to a similar one, and never returns the organization itself', () => {
  const [like, same] = [build('Instituto Cordillara'), { ...build('INSTITUTO CORDILLERA'), _id: 'same' }];
  const lookAlikes = createLookAlikes([like, same]);
  expect(lookAlikes.find(build('Instituto Cordillera'))).toBe(same);
  expect(lookAlikes.find(same)).toBe(like);
  expect(createLookAlikes([same]).find(same)).toBeUndefined();
});

it('compares two thousand names with five thousand within seconds of CPU time', async () => {
  const name = () => `Instituto ${word(8)} ${word(6)}`;
  const known = Array.from({ length: 5_000 }, () => build(name()));
  const others = Array.from({ length: 2_000 }, () => build(name()));
  const spent = await cpuMsOf(() => {
    const lookAlikes = createLookAlikes(known);
    for (const other of others) lookAlikes.find(other);
  });
  // Comparing every pair takes minutes.
  expect(spent).toBeLessThan(20_000);
});
