import type { Page } from 'playwright-core';
import type { Overrides } from './mock.ts';
import type { World } from './world.ts';

/** One screen in one state: where it is, what differs in the world, and the hand that brings it about. */
export interface Scene {
  name: string;
  path: string;
  signedIn?: boolean;
  tray?: boolean;
  world?: (world: World) => void;
  answers?: (world: World) => Overrides;
  act?: (page: Page) => Promise<void>;
  only?: 'narrow' | 'wide';
}

export const dialog = (page: Page) => page.locator('.dialog');

/** Found by place and role, not by words: the same hand works in every language. */
export const rowBox = (page: Page, row: number) =>
  page.locator('.table.reg tbody tr').nth(row).locator('input[type=checkbox]');
