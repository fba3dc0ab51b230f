import type { CSSProperties } from 'react';

/** A pulsing placeholder for text that is loading; `width` in px. */
export function Skeleton({ width = 96 }: { width?: number }) {
  return <span className="skel" style={{ width } as CSSProperties} aria-hidden="true" />;
}
