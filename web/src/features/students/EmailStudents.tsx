import type { Student } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../app/header/LanguageSwitch.tsx';
import { useFormat } from '../../i18n/format.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { useActs } from './useActs.ts';

/** An e-mail cannot be called back, so sending many is asked about once. */
export function EmailStudents({ students, onClose }: { students: readonly Student[]; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const acts = useActs();
  const [working, setWorking] = useState(false);
  const values = { count: students.length, number: format.count(students.length) };
  const send = async (): Promise<void> => {
    setWorking(true);
    await acts.email(students);
    onClose();
  };
  return (
    <Confirm
      title={t('students.email.title', values)}
      act={t('students.email.act', values)}
      danger={false}
      working={working}
      onAct={() => void send()}
      onClose={onClose}
    >
      <p>{t('students.email.text', { language: languageNames[currentLanguage()] })}</p>
    </Confirm>
  );
}
