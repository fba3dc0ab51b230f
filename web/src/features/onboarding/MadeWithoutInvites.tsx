import { useTranslation } from 'react-i18next';
import { causeOf } from '../../errors/describe.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { Cancel } from '../../ui/saving/Cancel.tsx';
import type { Work } from '../../ui/saving/useSaving.ts';

interface Props {
  name: string;
  /** How many addresses were to be invited. */
  count: number;
  error: unknown;
  work: Work;
  onSend: () => void;
  onGoOn: () => void;
}

/** The organization was created, its invitations were not. */
export function MadeWithoutInvites({ name, count, error, work, onSend, onGoOn }: Props) {
  const { t } = useTranslation();
  return (
    <div className="two">
      <h1>{t('onboarding.madeTitle')}</h1>
      <div>
        <div className="notes" role="status">
          <div className="note note--ok">
            <Icon name="ringCheck" />
            <p>
              <Rich text={t('onboarding.made')} parts={{ name: <Name text={name} /> }} />
            </p>
          </div>
          <div className="note note--warn">
            <Icon name="bang" />
            <p>
              {t('onboarding.invitesError', { count })} {error ? causeOf(error, t) : ''}
            </p>
          </div>
        </div>
        <div className="form-acts">
          <Button working={work.isPending} onClick={onSend}>
            {t('onboarding.sendAgain')}
          </Button>
          <Cancel work={work} />
          <Button kind="line" onClick={onGoOn}>
            {t('onboarding.goOn')}
          </Button>
        </div>
      </div>
    </div>
  );
}
