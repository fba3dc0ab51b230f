import { type PersonSession, sessionsApi } from '@sello/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { Badge } from '../../ui/badge/Badge.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { keepFocus } from '../../ui/focus/keepFocus.ts';
import { Icon, type IconName } from '../../ui/icon/Icon.tsx';
import { toast } from '../../ui/toast/queue.ts';

export function SessionRow({ session, onEnded }: { session: PersonSession; onEnded: (id: string) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, browser, system, network, createdAt, lastUsedAt, repeats, current } = session;
  const name =
    browser && system
      ? t('account.device', { browser, system })
      : (browser ?? system ?? t('account.unknownDevice'));
  const when = format.moment(createdAt);
  const end = useMutation({
    mutationFn: () => call(sessionsApi, 'end', { body: { id } }),
    onSuccess: () => {
      toast({ tone: 'ok', title: t('account.ended', { name }) });
      onEnded(id);
    },
    onError: (error) => toast({ tone: 'bad', title: t('account.endFailed'), text: causeOf(error, t) }),
  });
  return (
    <tr>
      <td className="name">
        <span className="device">
          <Icon name={iconOf(session)} />
          <span>
            {name} {current ? <span className="mute">({t('account.here')})</span> : null}
          </span>
        </span>
        {repeats ? (
          <p className="repeats mute">
            {t('account.repeats', {
              count: repeats.count,
              when: format.moment(repeats.at),
              network: repeats.network ?? t('account.noNetwork'),
            })}
          </p>
        ) : null}
      </td>
      <td>
        <span className="narrow-term">{t('account.columns.network')} </span>
        <span className="num">{network ?? t('account.noNetwork')}</span>
      </td>
      <td className="nowrap">
        <span className="narrow-term">{t('account.columns.lastUsed')} </span>
        {current ? (
          <Badge tone="ok" icon="check">
            {t('account.now')}
          </Badge>
        ) : (
          format.moment(lastUsedAt)
        )}
      </td>
      <td className="nowrap">
        <span className="narrow-term">{t('account.columns.signedIn')} </span>
        {when}
      </td>
      <td className="end">
        {current ? null : (
          <Button
            kind="bare"
            size="small"
            working={end.isPending}
            aria-label={t('account.endOf', { name, when })}
            onClick={({ currentTarget }) => {
              keepFocus(currentTarget);
              end.mutate();
            }}
          >
            {t('account.end')}
          </Button>
        )}
      </td>
    </tr>
  );
}

function iconOf({ browser, system }: PersonSession): IconName {
  if (system === 'iPhone' || system === 'iPad' || system === 'Android') return 'phone';
  return browser || system ? 'device' : 'ask';
}
