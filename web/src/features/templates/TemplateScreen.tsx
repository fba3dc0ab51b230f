import '../../ui/sheets/sheets.css';
import './templates.css';
import { type DesignPage, type Template, templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../api/reading.ts';
import { useFormat } from '../../i18n/format.ts';
import { useParamsOf, usePathTo } from '../../tenancy/routes.ts';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { Facts } from '../../ui/facts/Facts.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { factsOf, millimetres } from './facts.tsx';

/** What draws the pages of a template. */
export type DrawnPages = ComponentType<{ design: Template; caption: (page: DesignPage) => ReactNode }>;

/** One template to look at: its pages, and what is known of it. `Pages` is absent until it is loaded. */
export function TemplateScreen({ Pages }: { Pages: DrawnPages | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const pathTo = usePathTo();
  const { templateId = '' } = useParamsOf('template');
  const answer = useQuery(reading(templatesApi, 'get', { query: { id: templateId } }));
  const usage = useQuery(reading(templatesApi, 'usage', {}));
  const template = answer.data;
  const name = template?.name ?? t('templates.one');
  const students = usage.data && (usage.data.items.find(({ _id }) => _id === templateId)?.students ?? 0);
  return (
    <main className="list templates" id="page" tabIndex={-1}>
      <PageTitle>{name}</PageTitle>
      <Crumbs part={<Name text={name} />} />
      <div className="title">
        <h1>
          <Name text={name} />
        </h1>
        <p className="total">
          {template ? t('templates.edited', { day: format.shortDayOf(template.updatedAt) }) : '\u00a0'}
        </p>
      </div>
      {template ? (
        <div key="here" className="template-view">
          {Pages ? (
            <Pages design={template} caption={(page) => millimetres(page, t, format)} />
          ) : (
            <span className="skel sheet-skel" aria-busy="true" />
          )}
          <div className="about">
            <Facts facts={factsOf(template, students, t, format)} />
            <p className="small mute">{t('templates.samples')}</p>
          </div>
        </div>
      ) : answer.isError ? (
        <Broken title={t('templates.brokenOne')} error={answer.error} onRetry={() => void answer.refetch()} />
      ) : template === null ? (
        <Empty
          title={t('errors.template_not_found')}
          acts={
            <Link className="btn btn--line" to={pathTo('templates')}>
              {t('templates.all')}
            </Link>
          }
        >
          {t('templates.missingText')}
        </Empty>
      ) : (
        <div key="waiting" className="template-view" aria-busy="true">
          <span className="skel sheet-skel" />
          <div className="about stack-s">
            <Skeleton width={260} />
            <Skeleton width={220} />
            <Skeleton width={240} />
          </div>
        </div>
      )}
    </main>
  );
}
