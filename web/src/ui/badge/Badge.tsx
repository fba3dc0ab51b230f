import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon/Icon.tsx';

export type Tone = 'plain' | 'ok' | 'warn' | 'bad';

/** A status: an icon and a word, never a pill. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: Tone;
  icon: IconName;
  children: ReactNode;
}) {
  return (
    <span className={tone === 'plain' ? 'badge' : `badge badge--${tone}`}>
      <Icon name={icon} />
      {children}
    </span>
  );
}
