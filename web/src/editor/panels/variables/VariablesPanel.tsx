import './variables.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { useStore } from '../../../state/useStore.ts';
import { useMay } from '../../../tenancy/Gate.tsx';
import { IconButton } from '../../../ui/button/Button.tsx';
import { Confirm } from '../../../ui/dialog/Confirm.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Rich } from '../../../ui/rich/Rich.tsx';
import { valuesOf } from '../../screen/shown-values.ts';
import { useEditor, useEditorState, useView } from '../../session/use-editor.ts';
import { columnsOf } from './columns.ts';
import { focusText, insertVariable } from './insert-variable.ts';
import { countOf, foundVariables, type ListedVariable, listedVariables } from './listed.ts';
import { VariableDialog } from './VariableDialog.tsx';
import { VariableRow } from './VariableRow.tsx';

type Asked = { kind: 'declare' } | { kind: 'change' | 'remove'; variable: ListedVariable };

/** What a template can print: inserts it into the text that is edited, and declares what the CSV or the batch brings. */
export function VariablesPanel() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const design = useEditorState((state) => state.design);
  const shown = useView((view) => view.shown);
  const isWanted = useView((view) => view.isVariableWanted);
  const columns = columnsOf(session);
  const known = useStore(columns.store);
  const mayReadStudents = useMay('students.view') && session.kind === 'template';
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (mayReadStudents) void columns.fetch();
  }, [columns, mayReadStudents]);
  useEffect(() => {
    if (!isWanted) return;
    input.current?.focus();
    input.current?.select();
    session.setView({ isVariableWanted: false });
  }, [isWanted, session]);
  const groups = useMemo(() => {
    const values = valuesOf(shown.kind === 'student' ? shown : { kind: 'sample' }, design, session);
    return values ? listedVariables(design, values, known.names) : new Map();
  }, [design, shown, session, known]);
  const found = foundVariables(groups, search);

  const insertFirst = () => {
    const first: ListedVariable | undefined = [...found.values()][0]?.[0];
    if (!first) return;
    const isEditing = session.state.editing !== null;
    // Without the focus in a field the text takes it.
    input.current?.blur();
    insertVariable(session, first, t);
    setSearch('');
    if (isEditing) focusText();
  };
  const reasonOf = ({ unknown }: ListedVariable): string | null =>
    unknown && t(`editorContent.variables.unknown.${unknown}`);
  const remove = (variable: ListedVariable) => {
    if (countOf(variable) > 0) setAsked({ kind: 'remove', variable });
    else session.run('variable.remove', { name: variable.name });
  };
  return (
    <>
      <div className="hd">
        <h2>{t('editorScreen.panel.variables')}</h2>
        <IconButton
          icon="plus"
          label={t('editorContent.variables.declare')}
          onClick={() => setAsked({ kind: 'declare' })}
        />
      </div>
      <search className="with-icon">
        <Icon name="search" />
        <input
          ref={input}
          className="input"
          type="search"
          placeholder={t('editorContent.find')}
          aria-label={t('editorContent.variables.find')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter') {
              event.preventDefault();
              insertFirst();
            } else if (event.key === 'Escape' && session.state.editing) {
              event.preventDefault();
              event.currentTarget.blur();
              focusText();
            }
          }}
        />
      </search>
      {[...found].map(([group, list]) => (
        <section key={group} aria-labelledby={`variables-${group}`}>
          <h3 id={`variables-${group}`}>{t(`editorContent.variables.groups.${group}`)}</h3>
          <ul className="vars num">
            {list.map((variable) => (
              <VariableRow
                key={variable.name}
                variable={variable}
                reason={reasonOf(variable)}
                onEdit={() => setAsked({ kind: 'change', variable })}
                onRemove={() => remove(variable)}
              />
            ))}
          </ul>
        </section>
      ))}
      {found.size === 0 ? <p className="hint">{t('editorContent.variables.notFound', { search })}</p> : null}
      <p className="hint">
        <Rich text={t('editorContent.variables.help')} parts={{ key: <kbd className="key" /> }} />
      </p>
      {asked?.kind === 'declare' ? (
        <VariableDialog name={null} declared={null} onClose={() => setAsked(null)} />
      ) : null}
      {asked?.kind === 'change' ? (
        <VariableDialog
          name={asked.variable.name}
          declared={asked.variable.declared}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.kind === 'remove' ? (
        <Confirm
          title={t('editorContent.variables.removeTitle', { name: asked.variable.name })}
          act={t('editorContent.variables.remove')}
          onClose={() => setAsked(null)}
          onAct={() => {
            session.run('variable.remove', { name: asked.variable.name });
            setAsked(null);
          }}
        >
          <p>
            {t('editorContent.variables.removeText', {
              count: countOf(asked.variable),
              number: format.count(countOf(asked.variable)),
            })}
          </p>
        </Confirm>
      ) : null}
    </>
  );
}
