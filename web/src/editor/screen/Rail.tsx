import { useTranslation } from 'react-i18next';
import { EditorIcon } from '../icons.tsx';
import { useEditor, useView } from '../session/use-editor.ts';
import { panelNames } from '../session/view-state.ts';

/** Which panel is open beside the page. */
export function Rail() {
  const { t } = useTranslation();
  const session = useEditor();
  const open = useView(({ panel }) => panel);
  return (
    <nav className="rail" aria-label={t('editorScreen.panels')}>
      {panelNames.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={open === name}
          onClick={() => session.setView({ panel: open === name ? null : name })}
        >
          <EditorIcon name={name} />
          {t(`editorScreen.panel.${name}`)}
        </button>
      ))}
      <button type="button" className="end" onClick={() => session.setView({ sheet: 'keys' })}>
        <EditorIcon name="keys" />
        {t('editorScreen.keys')}
      </button>
    </nav>
  );
}
