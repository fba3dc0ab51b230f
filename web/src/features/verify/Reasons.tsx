import './reasons.css';
import type { FileFacts } from '@sello/contracts';
import { useTranslation } from 'react-i18next';

/** Why a signature is not intact, or what is notable about an intact one: a sentence for each reason of the check. */
export function Reasons({ reasons }: Pick<FileFacts, 'reasons'>) {
  const { t } = useTranslation();
  if (reasons.length === 0) return null;
  return (
    <ul className="reasons">
      {reasons.map(({ code }) => (
        <li key={code}>{t(`verify.reasons.${code}`)}</li>
      ))}
    </ul>
  );
}
