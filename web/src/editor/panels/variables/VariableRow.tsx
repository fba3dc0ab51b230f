import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { drag } from '../../session/drag-data.ts';
import { useEditor } from '../../session/use-editor.ts';
import { addVariable, insertVariable } from './insert-variable.ts';
import { countOf, type ListedVariable } from './listed.ts';
import { showUse } from './show-use.ts';

interface Props {
  variable: ListedVariable;
  /** What stands below its name when it is not filled. */
  reason: string | null;
  onEdit: () => void;
  onRemove: () => void;
}

/** A variable to insert, drag, change or remove. */
export function VariableRow({ variable, reason, onEdit, onRemove }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const { name, isImage, declared, sample, uses } = variable;
  const count = countOf(variable);
  const isOwn = declared !== null || variable.unknown !== null || /^(custom|batch)\./.test(name);
  const about =
    reason ??
    [
      isImage ? t('editorContent.variables.image') : sample || declared?.label,
      declared && !sample ? t('editorContent.variables.declared') : null,
      declared?.optional ? t('editorContent.variables.optional') : null,
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <li className={reason ? 'var-row is-unknown' : 'var-row'}>
      <button
        type="button"
        draggable
        onClick={() => insertVariable(session, variable, t)}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', `{{${name}}}`);
          event.dataTransfer.effectAllowed = 'copy';
          drag.current = (to, at) => addVariable(to, variable, t, at);
        }}
        onDragEnd={() => {
          drag.current = null;
        }}
      >
        <b>{name}</b>
        <small>{about || '—'}</small>
        {count > 0 ? (
          <span className="used">
            <span aria-hidden="true">{format.count(count)}</span>
            <span className="hide">
              {t('editorContent.variables.used', { count, number: format.count(count) })}
            </span>
          </span>
        ) : null}
      </button>
      <Menu
        label={t('editorContent.variables.menu', { name })}
        trigger={<Icon name="dots" />}
        triggerClass="icon-btn"
        entries={[
          {
            id: 'add',
            label: t('editorContent.variables.add'),
            run: () => addVariable(session, variable, t),
          },
          {
            id: 'show',
            label: t('editorContent.variables.show'),
            disabled: uses.length === 0,
            run: () => showUse(session, uses),
          },
          ...(isOwn && !isImage
            ? [{ id: 'edit', label: t('editorContent.variables.edit'), run: onEdit, cut: true }]
            : []),
          ...(declared
            ? [{ id: 'remove', label: t('editorContent.variables.remove'), run: onRemove, danger: true }]
            : []),
        ]}
      />
    </li>
  );
}
