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

it('reads at once for a single caller, and groups callers that arrive during running reads', async () => {
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

it('never returns a row that was read before the call', async () => {
  const { read, state, held } = build();
  const early = read('a');
  await turn();
  state.version = 2;
  const late = read('a');
  await turn();
  for (const release of held) release();
  expect([(await early)?.version, (await late)?.version]).toEqual([1, 2]);
});

it('rejects the callers of a failed read only', async () => {
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
