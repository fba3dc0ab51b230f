import type { Organization } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { Name } from '../../ui/name/Name.tsx';

/** The owner's name and e-mail, if known. */
export function Owner({
  organization: { owner, ownerName },
}: {
  organization: Pick<Organization, 'owner' | 'ownerName'>;
}) {
  const { t } = useTranslation();
  if (owner === undefined) return t('organizations.noOwner');
  return (
    <>
      {ownerName === undefined || ownerName === owner ? null : (
        <>
          <Name text={ownerName} />,{' '}
        </>
      )}
      <Name text={owner} />
    </>
  );
}
