import type { ReactNode } from 'react';

export interface Fact {
  term: string;
  value: ReactNode;
  strong?: boolean;
}

/** A description list: terms in italic at the left, values at the right. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ term, value, strong }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={strong ? 'strong' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
