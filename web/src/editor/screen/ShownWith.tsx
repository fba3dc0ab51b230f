import { useTranslation } from 'react-i18next';
import { useMay } from '../../tenancy/Gate.tsx';
import { useEditor, useView } from '../session/use-editor.ts';

/** What the page is filled with: names of variables, samples, or a student. */
export function ShownWith() {
  const { t } = useTranslation();
  const session = useEditor();
  const shown = useView((view) => view.shown);
  const mayPick = useMay('students.view') && session.kind === 'template';
  return (
    <label className="shown">
      <span>{t('editorScreen.shownWith')}</span>
      <select
        className="select"
        aria-label={t('editorScreen.shownWith')}
        value={shown.kind}
        onChange={({ target: { value } }) => {
          if (value === 'student') session.setView({ isPickingStudent: true });
          else
            session.setView({
              shown: { kind: value === 'sample' ? 'sample' : 'names' },
              isPickingStudent: false,
            });
        }}
      >
        <option value="names">{t('editorScreen.shown.names')}</option>
        <option value="sample">{t('editorScreen.shown.sample')}</option>
        {mayPick ? (
          <option value="student">
            {shown.kind === 'student' ? shown.fullName : t('editorScreen.shown.student')}
          </option>
        ) : null}
      </select>
    </label>
  );
}
