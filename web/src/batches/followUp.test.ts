// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addFollowUp, dropFollowUp, type FollowUp, readFollowUps } from './followUp.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});

const followUp: FollowUp = { batchId: 'b1', tenantId: 't1', language: 'pt', recipients: ['s1'] };

describe('the e-mails after a batch', () => {
  beforeEach(() => kept.clear());

  it('are stored over a reload and dropped once they are sent', () => {
    addFollowUp(followUp);
    addFollowUp({ ...followUp, batchId: 'b2' });
    expect(readFollowUps().map(({ batchId }) => batchId)).toEqual(['b1', 'b2']);
    dropFollowUp('b1');
    dropFollowUp('b2');
    expect(readFollowUps()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it('do not store more recipients than the limit', () => {
    addFollowUp({ ...followUp, recipients: Array.from({ length: 6_000 }, String) });
    expect(readFollowUps()[0]?.recipients).toBeNull();
  });

  it('ignore an unreadable stored value', () => {
    for (const text of [
      '',
      '{',
      '"x"',
      '[null,{"batchId":1},{"batchId":"b","tenantId":"t","language":"xx","recipients":[]}]',
    ]) {
      kept.set('sello.followUps', text);
      expect(readFollowUps()).toEqual([]);
    }
  });
});
