import type { OwnSite } from '@sello/contracts';
import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import type { Overrides } from './mock.ts';

/** One screen in one state: its path, changes to the fixture, and the actions that lead to the state. */
export interface Scene {
  name: string;
  path: string;
  signedIn?: boolean;
  /** The organization's own host that the page is on. */
  site?: (fixture: Fixture) => OwnSite;
  tray?: boolean;
  /** What an earlier visit left in the browser's storage. */
  stored?: (fixture: Fixture) => Record<string, string>;
  fixture?: (fixture: Fixture) => void;
  answers?: (fixture: Fixture) => Overrides;
  act?: (page: Page) => Promise<void>;
  only?: 'narrow' | 'wide';
}

/** The answer of a server that is out of reach for a while. */
export const unavailable = { status: 503, body: { error: 'x', code: 'unavailable', requestId: '01J8-4C7Q' } };

export const dialog = (page: Page) => page.locator('.dialog');

/** Located by position and role, not by text, so that it works in every language. */
export const rowBox = (page: Page, row: number) =>
  page.locator('.table.reg tbody tr').nth(row).locator('input[type=checkbox]');
