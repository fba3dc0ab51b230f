import type { ComponentType, ReactNode } from 'react';
import { ownSite } from '../../state/own-site.ts';
import type { Route } from '../../tenancy/routes.ts';

export type Frame = ComponentType<{ children: ReactNode }>;

/** The layouts around screens, each loaded with the first screen that uses it. */
export const frames: Record<Exclude<Route['frame'], 'none'>, () => Promise<Frame>> = {
  front: async () => (await import('./FrontFrame.tsx')).FrontFrame,
  public: async () =>
    ownSite
      ? (await import('./OwnHostFrame.tsx')).OwnHostFrame
      : (await import('./PublicFrame.tsx')).PublicFrame,
  welcome: async () => (await import('./WelcomeFrame.tsx')).WelcomeFrame,
  editor: async () => (await import('./EditorFrame.tsx')).EditorFrame,
  staff: async () => (await import('./StaffFrame.tsx')).StaffFrame,
};
