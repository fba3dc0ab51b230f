import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { ShownWith } from '../screen/ShownWith.tsx';
import { useEditor, useEditorState, useHistory } from '../session/use-editor.ts';

/** What is left of the inspector where there is no room to draw. */
export function OnPhone() {
  const { t } = useTranslation();
  const session = useEditor();
  const canUndo = useHistory(({ past }) => past.length > 0);
  const isSelected = useEditorState(({ selection }) => selection.length > 0);
  return (
    <section className="only-phone on-phone">
      <p className="mute small">{t('editorInspector.phone.about')}</p>
      <ShownWith />
      <div className="phone-acts">
        <Button disabled={!isSelected} onClick={() => session.run('select.none')}>
          {t('editorInspector.phone.done')}
        </Button>
        <Button kind="line" disabled={!canUndo} onClick={() => session.undo()}>
          {t('editorScreen.commands.undo')}
        </Button>
      </div>
    </section>
  );
}
