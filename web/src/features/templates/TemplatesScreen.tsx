import '../../ui/sheets/sheets.css';
import './templates.css';
import { type TemplateSummary, templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMay } from '../../tenancy/Gate.tsx';
import { deferDialog } from '../../ui/dialog/deferDialog.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { PickBar } from './PickBar.tsx';
import { TemplateCard } from './TemplateCard.tsx';
import { TemplateSkeletons } from './TemplateSkeletons.tsx';

const DeleteTemplates = deferDialog(async () => (await import('./DeleteTemplates.tsx')).DeleteTemplates);

const nothing: ReadonlySet<string> = new Set();

/** The templates of the organization as cards; people who may edit them select and delete them here. */
export function TemplatesScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const mayEdit = useMay('templates.edit');
  const [chosen, setChosen] = useState(nothing);
  const [deleting, setDeleting] = useState<readonly TemplateSummary[]>([]);
  const list = useQuery(reading(templatesApi, 'list', { query: {} }));
  const usage = useQuery(reading(templatesApi, 'usage', {}));
  const students = useMemo(
    () => usage.data && new Map(usage.data.items.map((item) => [item._id, item.students])),
    [usage.data],
  );
  const templates = list.data?.items;
  const total = list.data?.total ?? 0;
  const selected = templates?.filter(({ _id }) => chosen.has(_id)) ?? [];

  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const toggleAll = (): void =>
    setChosen(selected.length === templates?.length ? nothing : new Set(templates?.map(({ _id }) => _id)));
  return (
    <main className="list templates" id="page" tabIndex={-1}>
      <PageTitle>{t('templates.title')}</PageTitle>
      <div className="title">
        <h1>{t('templates.title')}</h1>
        {templates ? (
          <p className="total num">
            <Rich
              text={t('templates.total', { count: total, number: format.count(total) })}
              parts={{ b: <b className="strong" /> }}
            />
          </p>
        ) : null}
      </div>
      {list.isPending ? <TemplateSkeletons /> : null}
      {list.isError && !templates ? (
        <Broken title={t('templates.broken')} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {templates?.length === 0 ? (
        <Empty title={t('templates.empty')}>{t('templates.emptyText')}</Empty>
      ) : null}
      {templates && templates.length > 0 ? (
        <>
          {mayEdit ? (
            <PickBar
              selected={selected.length}
              total={templates.length}
              onToggleAll={toggleAll}
              onClear={() => setChosen(nothing)}
              onDelete={() => setDeleting(selected)}
            />
          ) : null}
          <ul className="sheets">
            {templates.map((template) => (
              <TemplateCard
                key={template._id}
                template={template}
                students={students && (students.get(template._id) ?? 0)}
                {...(mayEdit && {
                  chosen: chosen.has(template._id),
                  onToggle: () => toggle(template._id),
                  onDelete: () => setDeleting([template]),
                })}
              />
            ))}
          </ul>
        </>
      ) : null}
      {deleting.length > 0 ? (
        <DeleteTemplates
          templates={deleting}
          students={students && deleting.reduce((sum, { _id }) => sum + (students.get(_id) ?? 0), 0)}
          onClose={() => setDeleting([])}
        />
      ) : null}
    </main>
  );
}
