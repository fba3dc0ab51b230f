import { membersApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/reading.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Pager } from '../../../ui/pager/Pager.tsx';
import { SearchField } from '../../../ui/search/SearchField.tsx';
import { Broken, Empty } from '../../../ui/state/State.tsx';
import { MemberTable } from './MemberTable.tsx';

const pageSize = 25;
type Sort = 'joinedAt' | '-joinedAt' | 'userName' | '-userName';

interface View {
  search: string;
  sort: Sort;
  /** Cursors of the previous pages and of this one. */
  cursors: readonly string[];
}

/** The members, a page at a time. `children` follow once the first page is there, which would push them down. */
export function MemberList({ tenantId, children }: { tenantId: string; children: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [view, setView] = useState<View>({ search: '', sort: 'joinedAt', cursors: [] });
  const { search, sort, cursors } = view;
  const cursor = cursors.at(-1);
  const list = useQuery(
    reading(membersApi, 'list', {
      query: { limit: pageSize, sort, ...(search && { search }), ...(cursor && { cursor }) },
      tenantId,
    }),
  );
  const { items, total = 0, nextCursor, owners = 0 } = list.data ?? {};
  const first = cursors.length * pageSize;
  const orderBy = (field: 'joinedAt' | 'userName'): void =>
    setView({ ...view, sort: sort === field ? `-${field}` : field, cursors: [] });
  return (
    <>
      <section className="list" aria-label={t('members.title')} tabIndex={-1}>
        <div className="row">
          <h2>{t('members.title')}</h2>
          <span className="mute num" role="status">
            {items ? format.count(total) : ''}
          </span>
          <span className="push">
            <SearchField
              label={t('members.search')}
              value={search}
              onChange={(words) => setView({ ...view, search: words, cursors: [] })}
            />
          </span>
        </div>
        {list.isError && !items ? <Broken error={list.error} onRetry={() => void list.refetch()} /> : null}
        {items?.length === 0 ? <Empty title={t('members.none')} /> : null}
        {list.isPending || (items && items.length > 0) ? (
          <MemberTable tenantId={tenantId} members={items} owners={owners} sort={sort} onSort={orderBy} />
        ) : null}
        {items && items.length > 0 ? (
          <>
            <p className="hint">{t('members.rules')}</p>
            {total > pageSize ? (
              <Pager
                before={first}
                shown={items.length}
                total={total}
                onPrevious={
                  cursors.length > 0 ? () => setView({ ...view, cursors: cursors.slice(0, -1) }) : undefined
                }
                onNext={
                  nextCursor ? () => setView({ ...view, cursors: [...cursors, nextCursor] }) : undefined
                }
              />
            ) : null}
          </>
        ) : null}
      </section>
      {list.isPending ? null : children}
    </>
  );
}
