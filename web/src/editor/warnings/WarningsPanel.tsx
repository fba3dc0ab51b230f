import '../preview/preview.css';
import './warnings.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { useStore } from '../../state/useStore.ts';
import { useMay } from '../../tenancy/Gate.tsx';
import { IconButton } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { columnsOf } from '../panels/variables/columns.ts';
import { showUse } from '../panels/variables/show-use.ts';
import { placedName } from '../session/fault-place.ts';
import { useEditor, useEditorState, useView } from '../session/use-editor.ts';
import type { Warning } from './find-warnings.ts';
import { warningsStore } from './warnings.ts';

/** In the inspector's place: what to look at before anything is issued. A click selects what it is about. */
export function WarningsPanel() {
  const { t } = useTranslation();
  const session = useEditor();
  const warnings = useStore(warningsStore(session));
  const shown = useView((view) => view.shown);
  const mayReadStudents = useMay('students.view') && session.kind === 'template';
  useEffect(() => {
    if (mayReadStudents) void columnsOf(session).fetch();
  }, [session, mayReadStudents]);
  return (
    <aside className="insp warnings" aria-label={t('editorContent.warnings.title')}>
      <div className="what">
        <Icon name="bang" />
        <span>{t('editorContent.warnings.title')}</span>
        <IconButton
          icon="cross"
          className="push"
          label={t('editorContent.warnings.close')}
          onClick={() => session.setView({ hasWarnings: false })}
        />
      </div>
      <section>
        <p className="small mute">
          {shown.kind === 'student'
            ? t('editorContent.warnings.withStudent', { name: shown.fullName })
            : t('editorContent.warnings.withSample')}
        </p>
        {warnings && warnings.length > 0 ? (
          <ul className="warned">
            {warnings.map((warning) => (
              <WarningRow key={`${warning.kind} ${warning.subject}`} warning={warning} />
            ))}
          </ul>
        ) : null}
        {warnings?.length === 0 ? (
          <p className="none ok">
            <Icon name="ringCheck" />
            {t('editorContent.warnings.none')}
          </p>
        ) : null}
        {warnings === null ? <span className="skel warned-skel" /> : null}
      </section>
    </aside>
  );
}

/** The most elements that are named; the others are counted. */
const mostNamed = 3;

function WarningRow({ warning: { kind, tone, subject, elements } }: { warning: Warning }) {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const pages = useEditorState(({ design }) => design.pages);
  const all = elements.map(({ element, pageId }) => placedName(element, pageId, { pages }, { t, format }));
  const names = [...new Set(all)].slice(0, mostNamed);
  const rest = new Set(all).size - names.length;
  const values = { subject: kind === 'shrunk' ? format.number(Number(subject)) : subject };
  const content = (
    <>
      <Icon name={tone === 'bad' ? 'ringCross' : 'bang'} className={tone} />
      <span>
        <b>
          <span className="hide">{t(`editorContent.warnings.${tone}`)}</span>
          {t(`editorContent.warnings.titles.${kind}`, values)}
        </b>
        <small>{t(`editorContent.warnings.hints.${kind}`, values)}</small>
        {names.length > 0 ? (
          <small className="names">
            {names.join(', ')}
            {rest > 0 ? `, ${t('editorContent.warnings.more', { number: format.count(rest) })}` : ''}
          </small>
        ) : null}
      </span>
      {elements.length > 1 ? <span className="count num">{format.count(elements.length)}</span> : null}
    </>
  );
  return (
    <li>
      {elements.length > 0 ? (
        <button type="button" onClick={() => showUse(session, elements)}>
          {content}
        </button>
      ) : (
        <div>{content}</div>
      )}
    </li>
  );
}
