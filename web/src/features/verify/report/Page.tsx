import '../../../ui/choice/choice.css';
import '../../../ui/note/note.css';
import './report.css';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icon/Icon.tsx';
import { PageTitle } from '../../../ui/title/PageTitle.tsx';

/** A page about one report: heading on one side, what it says on the other. */
export function Page({
  title,
  beside,
  busy = false,
  children,
}: {
  title: string;
  beside?: ReactNode;
  busy?: boolean;
  children?: ReactNode;
}) {
  return (
    <main className="wrap report" id="page" tabIndex={-1} aria-busy={busy || undefined}>
      <PageTitle>{title}</PageTitle>
      <div className="two">
        <div>
          <h1>{title}</h1>
          {beside}
        </div>
        <div>{busy ? <span className="skel" /> : children}</div>
      </div>
    </main>
  );
}

/** One sentence between two rules. */
export function Ruled({
  tone,
  icon,
  role,
  children,
}: {
  tone?: 'ok' | 'warn' | 'bad';
  icon?: IconName;
  role?: string;
  children: ReactNode;
}) {
  const icons = { ok: 'ringCheck', warn: 'bang', bad: 'ringCross' } as const;
  return (
    <div className={tone ? `note note--${tone} ruled` : 'note ruled'} role={role}>
      <Icon name={icon ?? icons[tone ?? 'warn']} />
      <p>{children}</p>
    </div>
  );
}
