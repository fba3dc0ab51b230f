import { type ListedInvite, membersApi } from '@sello/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { reading } from '../../../api/reading.ts';
import { textOfCode } from '../../../errors/describe.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge/Badge.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { keepFocus } from '../../../ui/focus/keepFocus.ts';
import { Name } from '../../../ui/name/Name.tsx';
import { Pager } from '../../../ui/pager/Pager.tsx';
import { Broken } from '../../../ui/state/State.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';
import { CopyInvite } from './CopyInvite.tsx';

const pageSize = 25;

/**
 * The invitations that can still be accepted or have expired lately, with what became of their letters. `children` follow
 * once the first page is there, which would push them down.
 */
export function InviteTable({ tenantId, children }: { tenantId: string; children: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const list = useQuery({
    ...reading(membersApi, 'list-invites', {
      query: { limit: pageSize, ...(cursor && { cursor }) },
      tenantId,
    }),
    // Without the socket, the outcome of a letter is asked for.
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ letter }) => letter?.state === 'queued' || letter?.state === 'sending')
        ? 5_000
        : false,
  });
  const { items, total = 0, nextCursor } = list.data ?? {};
  if (list.isError && !items) {
    return (
      <>
        <section className="list" aria-label={t('members.invitations')}>
          <Broken error={list.error} onRetry={() => void list.refetch()} />
        </section>
        {children}
      </>
    );
  }
  if (!items) return null;
  if (items.length === 0 && cursors.length === 0) return children;
  const first = cursors.length * pageSize;
  return (
    <>
      <section className="list" aria-label={t('members.invitations')} tabIndex={-1}>
        <div className="row">
          <h2>{t('members.invitations')}</h2>
          <span className="mute num">{format.count(total)}</span>
        </div>
        <table className="table mem inv">
          <thead>
            <tr>
              <th>{t('members.address')}</th>
              <th>{t('members.letter')}</th>
              <th>{t('members.invitedAt')}</th>
              <th>{t('members.ends')}</th>
              <th className="act">
                <span className="hide">{t('members.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((invite) => (
              <Row key={invite._id} tenantId={tenantId} invite={invite} />
            ))}
          </tbody>
        </table>
        {total > pageSize ? (
          <Pager
            before={first}
            shown={items.length}
            total={total}
            onPrevious={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined}
            onNext={nextCursor ? () => setCursors([...cursors, nextCursor]) : undefined}
          />
        ) : null}
      </section>
      {children}
    </>
  );
}

const tones = {
  queued: { tone: 'plain', icon: 'clock' },
  sending: { tone: 'plain', icon: 'clock' },
  sent: { tone: 'ok', icon: 'check' },
  refused: { tone: 'bad', icon: 'ringCross' },
  unknown: { tone: 'warn', icon: 'bang' },
  putOff: { tone: 'warn', icon: 'clock' },
} as const;

/** Of an invitation that has expired: no letter that waits is sent any more. */
function settled(letter: ListedInvite['letter']): ListedInvite['letter'] {
  return letter?.state === 'queued' ? { ...letter, state: 'refused' } : letter;
}

function Row({ tenantId, invite }: { tenantId: string; invite: ListedInvite }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const { _id: inviteId, email, createdAt, expiresAt, code } = invite;
  const isOver = new Date(expiresAt).getTime() <= Date.now();
  const letter = isOver ? settled(invite.letter) : invite.letter;
  const onError = (error: unknown): void => toastError(error, t);
  const onSettled = () => queries.invalidateQueries({ queryKey: ['members', 'list-invites'] });
  const resend = useMutation({
    mutationFn: () => call(membersApi, 'resend-invite', { tenantId, body: { inviteId } }),
    onSuccess: () => toast({ tone: 'ok', title: t('members.resent', { name: email }) }),
    ...{ onError, onSettled },
  });
  const revoke = useMutation({
    mutationFn: () => call(membersApi, 'revoke-invite', { tenantId, body: { inviteId } }),
    onSuccess: () => toast({ tone: 'ok', title: t('members.revoked', { name: email }) }),
    ...{ onError, onSettled },
  });
  const state = letter && (letter.retryAt ? tones.putOff : tones[letter.state]);
  // A letter that the mail server has put off for an hour may be sent now.
  const isOnItsWay = (letter?.state === 'queued' && !letter.retryAt) || letter?.state === 'sending';
  return (
    <tr>
      <td className="name">
        <Name text={email} strong />
      </td>
      <td className="letter">
        {letter && state ? (
          <>
            <Badge tone={state.tone} icon={state.icon}>
              {letter.retryAt
                ? t('members.letters.putOff', { time: format.time(letter.retryAt) })
                : t(`members.letters.${letter.state}`)}
            </Badge>
            {letter.reply ? <small className="mute">{letter.reply}</small> : null}
            {letter.code && !letter.reply ? (
              <small className="mute">{textOfCode(letter.code, undefined, t)}</small>
            ) : null}
          </>
        ) : null}
      </td>
      <td className="nowrap when">
        <span className="of">{t('members.invitedAt')} </span>
        {format.shortDayOf(createdAt)}
      </td>
      <td className="nowrap when">
        <span className={isOver ? 'warn' : 'of'}>{t(isOver ? 'members.expired' : 'members.ends')} </span>
        {format.shortDayOf(expiresAt)}
      </td>
      <td className="act">
        {isOver ? null : <CopyInvite reference={invite.reference ?? inviteId} email={email} code={code} />}
        <Button
          kind="bare"
          size="small"
          working={resend.isPending}
          // Not `disabled`: the button is disabled by its own action, and would lose the focus.
          aria-disabled={isOnItsWay || resend.isPending || undefined}
          onClick={() => (isOnItsWay ? undefined : resend.mutate())}
          aria-label={t('members.resendTo', { name: email })}
        >
          {t('members.resend')}
        </Button>
        <Button
          kind="bare"
          size="small"
          working={revoke.isPending}
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget);
            revoke.mutate();
          }}
          aria-label={t('members.revokeOf', { name: email })}
        >
          {t('members.revoke')}
        </Button>
      </td>
    </tr>
  );
}
