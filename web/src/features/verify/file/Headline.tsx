import { type ReactNode, useEffect, useRef } from 'react';

/**
 * The heading of an answer about a file. It gets the focus, so that it is read first and scrolled into view; on a page of
 * its own it is the page's heading.
 */
export function Headline({ isPage, children }: { isPage: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Level = isPage ? 'h1' : 'h2';
  return (
    <Level className="says" ref={heading} tabIndex={-1}>
      {children}
    </Level>
  );
}
