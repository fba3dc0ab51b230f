import { type AuditLine, limits, platformActor } from '@sello/contracts';
import { Fragment, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Name } from '../../../ui/name/Name.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { describeLine, type Piece } from './describe.ts';

const columns = ['when', 'who', 'did', 'to', 'more', 'from'] as const;

/** `page` is undefined while the first page loads. */
export function AuditTable({ page }: { page: readonly AuditLine[] | undefined }) {
  const { t } = useTranslation();
  return (
    <table className="table au" aria-busy={page === undefined}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`audit.columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {page
          ? page.map((line) => <AuditRow key={line._id} line={line} />)
          : widths
              .slice(0, limits.skeletonRows.students)
              .map((width) => <Waiting key={width} width={width} />)}
      </tbody>
    </table>
  );
}

/** Memoized: renders again only when its line changes. */
const AuditRow = memo(function AuditRow({ line }: { line: AuditLine }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { did, to, more } = describeLine(line, t, format);
  const isPlatform = line.actorId === platformActor;
  return (
    <tr>
      <td className="when">
        <time dateTime={line.at}>{format.secondOf(line.at)}</time>
      </td>
      <td className="name">{isPlatform ? t('audit.platform') : <Name text={line.actorName} />}</td>
      <td className="did">{did}</td>
      <td className="to">
        <Pieces pieces={to} />
      </td>
      <td className="more mute">
        <Pieces pieces={more} />
      </td>
      <td className="from num mute">
        {line.network ?? (
          <>
            <span aria-hidden="true">–</span>
            <span className="hide">{t('audit.noNetwork')}</span>
          </>
        )}
      </td>
    </tr>
  );
});

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never change their order.
    <Fragment key={place}>
      {place > 0 ? ', ' : ''}
      {'typed' in piece ? <Name text={piece.typed} /> : piece.text}
    </Fragment>
  ));
}

/** Widths of the skeletons of names, one for each row. */
const widths = [120, 90, 140, 100, 130];

function Waiting({ width }: { width: number }) {
  return (
    <tr className="waiting">
      <td className="when">
        <Skeleton width={130} />
      </td>
      <td className="name">
        <Skeleton width={width} />
      </td>
      <td className="did">
        <Skeleton width={96} />
      </td>
      <td className="to">
        <Skeleton width={150} />
      </td>
      <td className="more" />
      <td className="from" />
    </tr>
  );
}
