import type { TemplateSummary } from '@sello/contracts';

export function TemplateThumb({ template }: { template: TemplateSummary | undefined }) {
  if (!template?.thumbnailUrl)
    return <span className={template ? 'thumb' : 'thumb is-missing'} aria-hidden="true" />;
  return <img className="thumb" src={template.thumbnailUrl} alt="" loading="lazy" />;
}
