import type { ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';

interface Props {
  className?: string | undefined;
  /** Undefined where the list is sorted by another column. */
  sorted: 'ascending' | 'descending' | undefined;
  onSort: () => void;
  children: ReactNode;
}

/** A column's head that sorts its list. On a phone it stays where other heads go, see `table.css`. */
export function SortHead({ className, sorted, onSort, children }: Props) {
  return (
    <th className={className} aria-sort={sorted}>
      <button type="button" className="sort" onClick={onSort}>
        {children}
        {sorted ? <Icon name={sorted === 'descending' ? 'up' : 'down'} /> : null}
      </button>
    </th>
  );
}
