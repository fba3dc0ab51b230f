import { type Stack, startStack } from '@sello/dev-stack';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screensBrowser, startBrowser, walkArgs } from '../browser.ts';
import { describePagesOfFailures } from '../failed-pages.ts';
import { walkAmongPeople } from './people.ts';
import { walkOnPhones } from './phones.ts';
import { walkStaffWork } from './staff-work.ts';

// What the people of an organization do beside its main job, each walk in organizations of its own.
describe.skipIf(!screensBrowser)('the people of an organization in Chromium', () => {
  let stack: Stack;
  let browser: Browser;
  beforeAll(async () => {
    stack = await startStack({
      settings: { GENERATE_CONCURRENCY: '1' },
      // Nobody adds a domain here.
      services: ['bff', 'render-worker', 'mail-worker'],
    });
    browser = await startBrowser(walkArgs);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.close();
  });
  describePagesOfFailures(() => browser);

  it('invite on a telephone, and join by the letter on another', () => walkOnPhones({ stack, browser }));

  it('run an organization by keyboard, which another person sees at once', () =>
    walkAmongPeople({ stack, browser }));

  it('do all their work with students in a narrow window', async () => {
    const states = await walkStaffWork({ stack, browser, width: 390, height: 844 });
    expect(states).toContain('deleting several');
  });
});
