import { expect, it } from 'vitest';
import { jobIdOf, tenantPrefix } from './job-id.ts';

const tenantId = 'a'.repeat(24);
const chunk = { tenantId, batchId: 'b'.repeat(24), from: 50, to: 100 };

it('makes the same id of the same data, whatever the order of its fields', () => {
  const turned = { to: 100, from: 50, batchId: chunk.batchId, tenantId };
  expect(jobIdOf('generate', turned)).toBe(jobIdOf('generate', chunk));
  expect(jobIdOf('generate', { ...chunk, from: 100, to: 150 })).not.toBe(jobIdOf('generate', chunk));
});

it('makes ids that BullMQ accepts and that begin with the tenant', () => {
  const id = jobIdOf('domain', { tenantId, domainId: '1'.repeat(24), at: '12:30' });
  expect(id).not.toContain(':');
  expect(id).not.toMatch(/^\d+$/);
  expect(id.startsWith(tenantPrefix('domain', tenantId))).toBe(true);
});
