import { certificatesApi, type Student, type TemplateSummary, tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activeClient, type TenantClient } from '../../../api/tenant-client.ts';
import { useStarted } from '../../../state/useStarted.ts';
import { Confirm } from '../../../ui/dialog/Confirm.tsx';
import { toastError } from '../../../ui/toast/toastError.ts';
import type { Open } from '../open.ts';
import { firstChoice, firstPicks } from './rules.ts';
import { startGeneration } from './start.ts';

/** Whether the template asks for a value that the student does not bring; such a one is never taken unseen. */
async function asksFor({ _id, templateId }: Student, { call }: TenantClient): Promise<boolean> {
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
  const [client] = useState(activeClient);
  const work = useStarted();
  const started = useRef(false);
  const hasTemplate = templates.some(({ _id }) => _id === student.templateId);
  const first = templates[0]?._id;

  const [isReady, setReady] = useState(false);

  const fail = (error: unknown): void => {
    toastError(error, t, t('certificates.generation.failedOne'));
    onOpen(null);
  };
  const issue = (): void => {
    if (started.current) return;
    started.current = true;
    const all = async (): Promise<void> => {
      const query = { tenantId: client.tenantId ?? '' };
      const settings = await queries.fetchQuery(client.reading(tenantsApi, 'certificates', { query }));
      await startGeneration(client, {
        students: [student],
        picks: firstPicks([student], [student.templateId ?? '']),
        signing: firstChoice(settings),
        emailLanguage: undefined,
        batch: { values: {}, name: undefined },
        idempotencyKey: crypto.randomUUID(),
      });
    };
    work.start(all, () => onOpen(null), fail);
  };
  const open = (): void =>
    work.start(
      () => asksFor(student, client),
      (asks) => {
        if (asks) onOpen({ is: 'generate', students: [student] });
        else if (student.certified) setReady(true);
        else issue();
      },
      fail,
    );
  const latest = useRef(open);
  latest.current = open;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (hasTemplate) latest.current();
    else onOpen({ is: 'generate', students: [student], ...(first ? { preselect: first } : {}) });
  }, [hasTemplate, student, first, onOpen]);

  if (!isReady) return null;
  return (
    <Confirm
      title={t('certificates.generation.replaceTitle', { name: student.fullName })}
      act={t('certificates.generation.replaceAct')}
      danger={false}
      working={work.isPending}
      onAct={issue}
      onClose={() => onOpen(null)}
    >
      <p>{t('certificates.generation.replaceText')}</p>
    </Confirm>
  );
}
