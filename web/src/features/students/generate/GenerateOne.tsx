import { type Student, type TemplateSummary, tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/index.ts';
import { activeTenant } from '../../../state/activeTenant.ts';
import { Confirm } from '../../../ui/dialog/Confirm.tsx';
import { toastError } from '../../../ui/toast/toastError.ts';
import type { Open } from '../open.ts';
import { firstChoice, firstPicks } from './rules.ts';
import { startGeneration } from './start.ts';

/**
 * One student: with a template the certificate is generated at once, signed with the active certificate if there is
 * one; without, the dialog opens with the first template selected. Replacing an issued certificate is confirmed first.
 */
export function GenerateOne({
  student,
  templates,
  onOpen,
}: {
  student: Student;
  templates: readonly TemplateSummary[];
  onOpen: (open: Open) => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [working, setWorking] = useState(false);
  const started = useRef(false);
  const hasTemplate = templates.some(({ _id }) => _id === student.templateId);
  const first = templates[0]?._id;

  const start = async (): Promise<void> => {
    if (started.current) return;
    started.current = true;
    setWorking(true);
    try {
      const tenantId = activeTenant.get() ?? '';
      const settings = await queries.fetchQuery(reading(tenantsApi, 'certificates', { query: { tenantId } }));
      await startGeneration({
        students: [student],
        picks: firstPicks([student], [student.templateId ?? '']),
        signing: firstChoice(settings),
        emailLanguage: undefined,
        idempotencyKey: crypto.randomUUID(),
      });
    } catch (error) {
      toastError(error, t, t('certificates.generation.failedOne'));
    }
    onOpen(null);
  };
  const latest = useRef(start);
  latest.current = start;
  useEffect(() => {
    if (!hasTemplate) onOpen({ is: 'generate', students: [student], ...(first ? { preselect: first } : {}) });
    else if (!student.certified) void latest.current();
  }, [hasTemplate, student, first, onOpen]);

  if (!hasTemplate || !student.certified) return null;
  return (
    <Confirm
      title={t('certificates.generation.replaceTitle', { name: student.fullName })}
      act={t('certificates.generation.replaceAct')}
      danger={false}
      working={working}
      onAct={() => void start()}
      onClose={() => onOpen(null)}
    >
      <p>{t('certificates.generation.replaceText')}</p>
    </Confirm>
  );
}
