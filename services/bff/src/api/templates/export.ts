import { isAllowed, type Permission, type Role, type templatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { checkReferences } from '../../templates/references.ts';
import { designIn } from '../../templates/save.ts';

function checkPermission(roles: readonly Role[], permission: Permission): void {
  if (!isAllowed(roles, permission)) throw new AppError('forbidden', { details: { permission } });
}

/** Whoever sees templates may print one that is stored; a design of one's own needs the permission to save it. */
export const exportPdf: Handler<(typeof templatesApi.calls)['export']> = async (
  { tenantId, body, roles, person },
  context,
) => {
  const { store, previews, audit } = context;
  const { id, pages, studentId, mark } = body;
  if (studentId !== undefined) {
    checkPermission(roles, 'students.view');
    if ((await store.students.get(tenantId, studentId)) === null) throw new AppError('student_not_found');
  }
  const options = { studentId, mark };
  if (pages === undefined) {
    checkPermission(roles, 'templates.view');
    const [stored] = id === undefined ? [] : await store.templates.summaries(tenantId, [id]);
    if (stored === undefined) throw new AppError('template_not_found');
    const printed = await previews.print(tenantId, { templateId: stored._id }, options);
    await note(stored.name);
    return { ...printed, fileName: `${stored.name}.pdf` };
  }
  checkPermission(roles, 'templates.edit');
  const design = designIn({ ...body, pages });
  await checkReferences(context, tenantId, design);
  const printed = await previews.print(tenantId, { design }, options);
  await note(body.name);
  return { ...printed, fileName: `${body.name ?? 'template'}.pdf` };

  async function note(name: string | undefined): Promise<void> {
    await audit.note(tenantId, person, {
      action: 'templates.export',
      target: id,
      details: { name, studentId },
    });
  }
};
