import '../../ui/sheets/sheets.css';
import './templates.css';
import { limits, type TemplateSummary, templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/reading.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMay } from '../../tenancy/Gate.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { deferDialog } from '../../ui/dialog/deferDialog.tsx';
import { Rich } from '../../ui/rich/Rich.tsx';
import { PickBar } from '../../ui/sheets/PickBar.tsx';
import { SheetSkeletons } from '../../ui/sheets/SheetSkeletons.tsx';
import { usePicked } from '../../ui/sheets/usePicked.ts';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { TemplateCard } from './TemplateCard.tsx';

const DeleteTemplates = deferDialog(async () => (await import('./DeleteTemplates.tsx')).DeleteTemplates);
const NewTemplate = deferDialog(async () => (await import('./gallery/NewTemplate.tsx')).NewTemplate);

/** The templates of the organization as cards; people who may edit them select and delete them here. */
export function TemplatesScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const mayEdit = useMay('templates.edit');
  const mayCreate = useMay('templates.create');
  const [isChoosing, setChoosing] = useState(false);
  const [deleting, setDeleting] = useState<readonly TemplateSummary[]>([]);
  const list = useQuery(reading(templatesApi, 'list', { query: {} }));
  const usage = useQuery(reading(templatesApi, 'usage', {}));
  const students = useMemo(
    () => usage.data && new Map(usage.data.items.map((item) => [item._id, item.students])),
    [usage.data],
  );
  const templates = list.data?.items;
  const total = list.data?.total ?? 0;
  const picked = usePicked(templates);
  const count = picked.items.length;
  const number = format.count(count);
  const openGallery = () => setChoosing(true);
  return (
    <main className="list templates" id="page" tabIndex={-1}>
      <PageTitle>{t('templates.title')}</PageTitle>
      <Crumbs />
      <div className="title">
        <h1>{t('templates.title')}</h1>
        <p className="total num">
          {templates ? (
            <Rich
              text={t('templates.total', { count: total, number: format.count(total) })}
              parts={{ b: <b className="strong" /> }}
            />
          ) : null}
        </p>
        {mayCreate && templates?.length !== 0 ? (
          <Button size="small" icon="plus" onClick={openGallery}>
            {t('templates.new')}
          </Button>
        ) : null}
      </div>
      {list.isPending ? <SheetSkeletons count={limits.skeletonRows.templates} /> : null}
      {list.isError && !templates ? (
        <Broken title={t('templates.broken')} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {templates?.length === 0 ? (
        <Empty
          title={t('templates.empty')}
          acts={
            mayCreate ? (
              <Button icon="plus" onClick={openGallery}>
                {t('templates.new')}
              </Button>
            ) : null
          }
        >
          {t(mayCreate ? 'templates.emptyStart' : 'templates.emptyText')}
        </Empty>
      ) : null}
      {templates && templates.length > 0 ? (
        <>
          {mayEdit ? (
            <PickBar
              picked={picked}
              texts={{
                label: t('templates.selection'),
                all: t('templates.selectAll'),
                selected: t('templates.selected', { count, number, total: format.count(total) }),
                clear: t('templates.clear'),
                delete: t('templates.deleteMany', { count, number }),
                deleteShort: t('templates.deleteManyShort', { number }),
              }}
              onDelete={() => setDeleting(picked.items)}
            />
          ) : null}
          <ul className="sheets">
            {templates.map((template) => (
              <TemplateCard
                key={template._id}
                template={template}
                students={students && (students.get(template._id) ?? 0)}
                {...(mayEdit && {
                  chosen: picked.has(template._id),
                  onToggle: () => picked.toggle(template._id),
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
      {isChoosing ? <NewTemplate onClose={() => setChoosing(false)} /> : null}
    </main>
  );
}
