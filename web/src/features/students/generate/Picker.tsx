import { type BriefStudent, isolated, type TemplateSummary } from '@sello/contracts';
import { startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { TemplateThumb } from '../TemplateThumb.tsx';
import type { Picks } from './rules.ts';

const step = 100;
/** With so many the dialog opens at once; the others of the first step follow when it is drawn. */
const firstDrawn = 12;
/** A longer list scrolls inside its own container, so that the signing fields stay visible. */
const inView = 7;

/** One line for each student. Of a long list the first hundred are shown, those without a template first. */
export function Picker({
  students,
  templates,
  picks,
  onPick,
}: {
  students: readonly BriefStudent[];
  templates: readonly TemplateSummary[];
  picks: Picks;
  onPick: (studentId: string, templateId: string) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [shown, setShown] = useState(firstDrawn);
  useEffect(() => startTransition(() => setShown((now) => Math.max(now, step))), []);
  // Nothing is marked before it was tried.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // Sorted once: lines must not move while templates are selected.
  const [ordered] = useState(() =>
    students.length <= step ? students : [...students].sort((a, b) => rank(picks, a) - rank(picks, b)),
  );
  const templateOf = new Map(templates.map((template) => [template._id, template]));
  return (
    <>
      <div className={ordered.length > inView ? 'picks is-long' : 'picks'}>
        <table className="table">
          <thead>
            <tr>
              <th>{t('certificates.generation.student')}</th>
              <th className="pick-head">{t('certificates.generation.template')}</th>
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, shown).map((student) => {
              const picked = picks.get(student._id) ?? '';
              return (
                <tr key={student._id}>
                  <td className="name">
                    <Name text={student.fullName} />
                  </td>
                  <td>
                    <span className="pick">
                      <TemplateThumb template={templateOf.get(picked)} />
                      <select
                        className={picked ? 'select select--bare' : 'select'}
                        aria-label={t('certificates.generation.templateFor', { name: student.fullName })}
                        aria-invalid={(picked === '' && left.has(student._id)) || undefined}
                        onBlur={() => setLeft(new Set(left).add(student._id))}
                        value={picked}
                        onChange={(event) => onPick(student._id, event.target.value)}
                      >
                        <option value="">{t('certificates.generation.chooseTemplate')}</option>
                        {templates.map(({ _id, name }) => (
                          <option key={_id} value={_id}>
                            {isolated(name)}
                          </option>
                        ))}
                      </select>
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {ordered.length > Math.max(shown, step) ? (
        <p className="row small more-picks">
          <Button kind="line" size="small" onClick={() => setShown(shown + step)}>
            {t('certificates.generation.more')}
          </Button>
          <span className="mute num">
            {t('certificates.generation.shown', {
              shown: format.count(Math.max(shown, step)),
              total: format.count(ordered.length),
            })}
          </span>
        </p>
      ) : null}
    </>
  );
}

const rank = (picks: Picks, student: BriefStudent): number => (picks.get(student._id) ? 1 : 0);
