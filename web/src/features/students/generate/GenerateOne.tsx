import { certificatesApi, type Student, type TemplateSummary, tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, reading } from '../../../api/index.ts';
import { activeTenant } from '../../../state/activeTenant.ts';
import { Confirm } from '../../../ui/dialog/Confirm.tsx';
import { toastError } from '../../../ui/toast/toastError.ts';
import type { Open } from '../open.ts';
import { firstChoice, firstPicks } from './rules.ts';
import { startGeneration } from './start.ts';

/** Whether the template asks for a value that the student does not bring; such a one is never taken unseen. */
async function asksFor({ _id, templateId }: Student): Promise<boolean> {
  const body = { students: [{ _id, templateId }] };
  const { variables } = await call(certificatesApi, 'batch-values', { body });
  return variables.some(({ required, own, rows }) => required && own < rows);
}

/**
 * One student: with a template that asks for nothing the certificate is generated at once, signed with the active
 * certificate if there is one. Else the dialog opens, for a student without a template with the first one selected.
 * Replacing an issued certificate is confirmed first, where the dialog does not say it.
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

  const [isReady, setReady] = useState(false);

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
        batch: { values: {}, name: undefined },
        idempotencyKey: crypto.randomUUID(),
      });
    } catch (error) {
      toastError(error, t, t('certificates.generation.failedOne'));
    }
    onOpen(null);
  };
  const open = async (): Promise<void> => {
    try {
      if (await asksFor(student)) onOpen({ is: 'generate', students: [student] });
      else if (student.certified) setReady(true);
      else await start();
    } catch (error) {
      toastError(error, t, t('certificates.generation.failedOne'));
      onOpen(null);
    }
  };
  const latest = useRef(open);
  latest.current = open;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (hasTemplate) void latest.current();
    else onOpen({ is: 'generate', students: [student], ...(first ? { preselect: first } : {}) });
  }, [hasTemplate, student, first, onOpen]);

  if (!isReady) return null;
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
