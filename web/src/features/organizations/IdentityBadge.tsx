import type { Organization } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/Badge.tsx';

const marks = {
  domain: { tone: 'ok', icon: 'shield' },
  operator: { tone: 'ok', icon: 'ringCheck' },
  unproven: { tone: 'warn', icon: 'bang' },
} as const;

export function IdentityBadge({ identity: { kind } }: Pick<Organization, 'identity'>) {
  const { t } = useTranslation();
  return (
    <Badge tone={marks[kind].tone} icon={marks[kind].icon}>
      {t(`organizations.identity.${kind}`)}
    </Badge>
  );
}
