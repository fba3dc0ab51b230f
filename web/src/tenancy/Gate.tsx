import type { Permission } from '@sello/contracts';
import type { ReactNode } from 'react';
import { decide } from '../auth/permissions.ts';
import { useClaims } from './useTenancy.ts';

/** Renders its children for people with the permission; nothing for others and while it is not known. */
export function Gate({ permission, children }: { permission: Permission; children: ReactNode }) {
  const { claims } = useClaims();
  return decide(claims, { permission }) === 'pass' ? children : null;
}

/** Whether the person has a permission in the active tenant; false while it is not known. */
export function useMay(permission: Permission): boolean {
  const { claims } = useClaims();
  return decide(claims, { permission }) === 'pass';
}
