import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import type { Overrides } from './mock.ts';

/** One screen in one state: where it is, what differs in the fixture, and the hand that brings it about. */
export interface Scene {
  name: string;
  path: string;
  signedIn?: boolean;
  tray?: boolean;
  fixture?: (fixture: Fixture) => void;
  answers?: (fixture: Fixture) => Overrides;
  act?: (page: Page) => Promise<void>;
  only?: 'narrow' | 'wide';
}

export const dialog = (page: Page) => page.locator('.dialog');

/** Found by place and role, not by words: the same hand works in every language. */
export const rowBox = (page: Page, row: number) =>
  page.locator('.table.reg tbody tr').nth(row).locator('input[type=checkbox]');
