import type { FactTone } from '@sello/contracts';
import type { IconName } from '../../ui/icon/Icon.tsx';

/** The icon and the colour of a fact. */
export const marks: Record<FactTone, { icon: IconName; className: string }> = {
  ok: { icon: 'ringCheck', className: 'ok' },
  warn: { icon: 'bang', className: 'warn' },
  bad: { icon: 'ringCross', className: 'bad' },
  unknown: { icon: 'info', className: 'faint' },
};
