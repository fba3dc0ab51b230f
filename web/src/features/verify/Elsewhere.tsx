import { verifyUrl } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { onPlatform, ownSite } from '../../state/own-site.ts';
import { Rich } from '../../ui/rich/Rich.tsx';

/** On an organization's own host: where the certificates of all organizations are looked up. */
export function Elsewhere({ reference }: { reference: string }) {
  const { t } = useTranslation();
  if (!ownSite) return null;
  const { host } = new URL(ownSite.platform);
  return (
    <p className="elsewhere">
      <Rich
        text={t('verify.elsewhere.look')}
        parts={{ platform: <a href={onPlatform(ownSite, verifyUrl(reference))}>{host}</a> }}
      />
    </p>
  );
}
