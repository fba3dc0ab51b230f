import { useTranslation } from 'react-i18next';
import { signOutOthers } from '../../auth/index.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { toast } from '../../ui/toast/queue.ts';

interface Props {
  /** How many others there are. */
  count: number;
  onEnded: () => void;
  onClose: () => void;
}

/** Asks whether to end every session but this one. */
export function EndOthers({ count, onEnded, onClose }: Props) {
  const { t } = useTranslation();
  const end = useSaving({
    mutationFn: () => signOutOthers(),
    onSuccess: () => {
      toast({ tone: 'ok', title: t('account.othersEnded') });
      onEnded();
    },
    onError: () => toast({ tone: 'bad', title: t('account.endFailed'), text: t('errors.NETWORK_ERROR') }),
    onSettled: onClose,
  });
  return (
    <Confirm
      title={t('account.othersTitle')}
      act={t('account.othersAct')}
      work={end}
      onAct={() => end.mutate()}
      onClose={onClose}
    >
      <p>{t('account.othersText', { count })}</p>
    </Confirm>
  );
}
