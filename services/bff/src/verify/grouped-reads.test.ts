import { expect, it, vi } from 'vitest';
import { groupReads } from './grouped-reads.ts';

interface Row {
  id: string;
  version: number;
}

function build() {
  const held: (() => void)[] = [];
  const state = { version: 1 };
  const readMany = vi.fn(async (keys: readonly string[]): Promise<Row[]> => {
    const { version } = state;
    await new Promise<void>((resolve) => held.push(resolve));
    if (version === 13) throw new Error('away');
    return keys.filter((id) => id !== 'none').map((id) => ({ id, version }));
  });
  return { read: groupReads<Row>({ readMany, keyOf: ({ id }) => id }), readMany, state, held };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('reads at once for who asks alone, and together for those who ask while reads are under way', async () => {
  const { read, readMany, held } = build();
  const first = [read('a')];
  await turn();
  first.push(read('b'));
  await turn();
  const later = ['c', 'd', 'c', 'none'].map(read);
  await turn();
  expect(readMany.mock.calls).toEqual([[['a']], [['b']]]);
  held.shift()!();
  await turn();
  expect(readMany.mock.calls[2]).toEqual([['c', 'd', 'none']]);
  for (const release of held) release();
  expect((await Promise.all([...first, ...later])).map((row) => row?.id)).toEqual([
    ...['a', 'b', 'c', 'd', 'c'],
    undefined,
  ]);
});

it('never answers with what was read before it was asked', async () => {
  const { read, state, held } = build();
  const early = read('a');
  await turn();
  state.version = 2;
  const late = read('a');
  await turn();
  for (const release of held) release();
  expect([(await early)?.version, (await late)?.version]).toEqual([1, 2]);
});

it('fails for those who were read for, and goes on', async () => {
  const { read, state, held } = build();
  state.version = 13;
  const broken = read('a');
  const outcome = expect(broken).rejects.toThrow('away');
  await turn();
  held.shift()!();
  await outcome;
  state.version = 1;
  const sound = read('a');
  await turn();
  held.shift()!();
  expect(await sound).toEqual({ id: 'a', version: 1 });
});
