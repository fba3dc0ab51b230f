import { expect, it } from 'vitest';
import { jobIdOf } from './job-id.ts';

const tenantId = 'a'.repeat(24);
const chunk = { tenantId, batchId: 'b'.repeat(24), from: 50, to: 100 };

it('derives the same id from the same data in any order of fields', () => {
  const reordered = { to: 100, from: 50, batchId: chunk.batchId, tenantId };
  expect(jobIdOf('generate', reordered)).toBe(jobIdOf('generate', chunk));
  expect(jobIdOf('generate', { ...chunk, from: 100, to: 150 })).not.toBe(jobIdOf('generate', chunk));
});

it('makes ids that BullMQ accepts and that begin with the job and the tenant', () => {
  const id = jobIdOf('domain', { tenantId, domainId: '1'.repeat(24), at: '12:30' });
  expect(id).not.toContain(':');
  expect(id).not.toMatch(/^\d+$/);
  expect(id.startsWith(`domain-${tenantId}-`)).toBe(true);
});
