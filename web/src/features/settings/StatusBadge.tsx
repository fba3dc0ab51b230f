import type { SigningCertificate } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/Badge.tsx';

/** Active, or another status in the destructive style. */
export function StatusBadge({ status }: { status: SigningCertificate['status'] }) {
  const { t } = useTranslation();
  const icon = status === 'active' ? 'check' : status === 'expired' ? 'clock' : 'ringCross';
  return (
    <Badge tone={status === 'active' ? 'ok' : 'bad'} icon={icon}>
      {t(`settings.certificates.status.${status}`)}
    </Badge>
  );
}
