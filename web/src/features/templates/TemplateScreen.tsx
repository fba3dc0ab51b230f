import '../../ui/sheets/sheets.css';
import './templates.css';
import { templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { useParamsOf } from '../../tenancy/routes.ts';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { Facts } from '../../ui/facts/Facts.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { SheetPicture } from '../../ui/sheets/SheetPicture.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { factsOf } from './facts.ts';

/** One template to look at: its page, and what it needs to be issued. */
export function TemplateScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const { templateId = '' } = useParamsOf('template');
  const answer = useQuery(reading(templatesApi, 'get', { query: { id: templateId } }));
  const template = answer.data;
  const name = template?.name ?? t('templates.one');
  return (
    <main className="list templates" id="page" tabIndex={-1}>
      <PageTitle>{name}</PageTitle>
      <Crumbs part={<Name text={name} />} />
      <div className="title">
        <h1>
          <Name text={name} />
        </h1>
        {template ? (
          <p className="total">{t('templates.edited', { day: format.shortDayOf(template.updatedAt) })}</p>
        ) : null}
      </div>
      {template ? (
        <div className="template-view">
          <div className="sheet-pic">
            <SheetPicture url={template.thumbnailUrl} />
          </div>
          <Facts facts={factsOf(template, t, format)} />
        </div>
      ) : answer.isError ? (
        <Broken title={t('templates.brokenOne')} error={answer.error} onRetry={() => void answer.refetch()} />
      ) : template === null ? (
        <Empty title={t('errors.template_not_found')} />
      ) : (
        <div className="template-view" aria-busy="true">
          <span className="skel sheet-skel" />
          <div className="stack-s">
            <Skeleton width={260} />
            <Skeleton width={220} />
            <Skeleton width={240} />
          </div>
        </div>
      )}
    </main>
  );
}
