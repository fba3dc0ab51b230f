import type { CSSProperties } from 'react';

/** A flat strip that breathes where a text will stand; `width` in px. */
export function Skeleton({ width = 96 }: { width?: number }) {
  return <span className="skel" style={{ width } as CSSProperties} aria-hidden="true" />;
}
