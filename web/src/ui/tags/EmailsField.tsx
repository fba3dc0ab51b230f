import { limits } from '@sello/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TagsField } from './TagsField.tsx';

interface Props {
  label: ReactNode;
  hint?: ReactNode;
  emails: readonly string[];
  onChange: (emails: string[]) => void;
  isValid: (email: string) => boolean;
  onRefused?: (isRefused: boolean) => void;
}

/** E-mail addresses as tags. An invalid one stays in the field, which is red for two seconds, with the reason. */
export function EmailsField({ isValid, emails, ...field }: Props) {
  const { t } = useTranslation();
  return (
    <TagsField
      {...field}
      tags={emails}
      separator={/[,;\s]+/}
      wrongForMs={limits.invalidTagMs}
      problemOf={(email) => (isValid(email) ? undefined : t('errors.invitee_invalid', { email }))}
      removeLabel={(email) => t('common.remove', { name: email })}
    />
  );
}
