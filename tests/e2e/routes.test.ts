import { writeFileSync } from 'node:fs';
import { type Stack, startStack } from '@sello/dev-stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screensBrowser } from '../browser.ts';
import { walkRoutes } from './routes.ts';

describe.skipIf(!screensBrowser)('the routes of a whole installation in Chromium', () => {
  let stack: Stack;
  beforeAll(async () => {
    // No screen waits here for what a worker does.
    stack = await startStack({ services: ['bff'] });
  });
  afterAll(() => stack?.close());

  it('show to everybody what their role may see, accessible in both colour schemes', async () => {
    const report = process.env.ROUTES_REPORT;
    const found = await walkRoutes(stack, { isWhole: report !== undefined });
    if (report !== undefined) writeFileSync(report, `${JSON.stringify(found, null, 2)}\n`);
    expect(found.checked).toBeGreaterThan(0);
  });
});
