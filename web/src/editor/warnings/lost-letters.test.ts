import { expect, it, vi } from 'vitest';
import { buildBox, buildDesign } from '../model/model.fixture.ts';
import type { EditorSession } from '../session/session.ts';
import { lostLettersIn } from './lost-letters.ts';

it('asks about each page once, and again after a question without an answer', async () => {
  const call = vi.fn(async (): Promise<{ ids: string[] }> => {
    throw new TypeError('Failed to fetch');
  });
  const session = { client: { call } } as unknown as EditorSession;
  const image = { type: 'image', source: { kind: 'asset', assetId: 'lost' } } as object;
  const design = buildDesign([buildBox('image', image)]);
  expect(await lostLettersIn(session, design)).toEqual(new Set());
  call.mockResolvedValue({ ids: ['lost'] });
  expect(await lostLettersIn(session, design)).toEqual(new Set(['lost']));
  expect(await lostLettersIn(session, design)).toEqual(new Set(['lost']));
  expect(call).toHaveBeenCalledTimes(2);
});
