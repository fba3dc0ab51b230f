import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { signOutEverywhere, unsavedWork } from '../../auth/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { toast } from '../../ui/toast/queue.ts';

/** Asks whether to end every session, and says what this browser would lose. */
export function EndEverywhere({ count, onClose }: { count: number; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const unsaved = useQuery({ queryKey: ['unsavedWork'], queryFn: unsavedWork, gcTime: 0, staleTime: 0 });
  const end = useSaving({
    mutationFn: (_, signal) => signOutEverywhere(signal),
    onError: () => {
      toast({ tone: 'bad', title: t('account.endFailed'), text: t('errors.NETWORK_ERROR') });
      onClose();
    },
  });
  const names = unsaved.data ?? [];
  return (
    <Confirm
      title={t('account.everywhereTitle')}
      act={t('account.everywhereAct')}
      keep={t('account.stay')}
      // What would be lost is said before it can be.
      working={unsaved.isPending}
      work={end}
      onAct={() => end.mutate()}
      onClose={onClose}
    >
      <p>{t('account.everywhereText', { count })}</p>
      <p className="mute">{t('account.everywhereHelp')}</p>
      {names.length > 0 ? (
        <p className="strong">{t('auth.unsavedText', { names: format.list(names) })}</p>
      ) : null}
    </Confirm>
  );
}
