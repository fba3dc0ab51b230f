import { useTranslation } from 'react-i18next';
import { EditorIcon, type EditorIconName } from '../icons.tsx';
import { type CommandId, commandOf, type EditorState, isStyled, selectedStyle } from '../model/index.ts';
import { useEditor, useEditorState } from '../session/use-editor.ts';

type Tool = { id: CommandId; icon: EditorIconName };

const ofText: readonly Tool[] = [
  { id: 'text.bold', icon: 'bold' },
  { id: 'text.italic', icon: 'italic' },
  { id: 'text.underline', icon: 'underline' },
];
const ofMany: readonly (Tool | null)[] = [
  { id: 'align.left', icon: 'alignLeft' },
  { id: 'align.centre', icon: 'alignCentre' },
  { id: 'align.right', icon: 'alignRight' },
  null,
  { id: 'align.top', icon: 'alignTop' },
  { id: 'align.middle', icon: 'alignMiddle' },
  { id: 'align.bottom', icon: 'alignBottom' },
  null,
  { id: 'distribute.horizontal', icon: 'distributeAcross' },
  { id: 'distribute.vertical', icon: 'distributeDown' },
  null,
  { id: 'group', icon: 'group' },
];

const toggles = { 'text.bold': 'bold', 'text.italic': 'italic', 'text.underline': 'underline' } as const;

/** What the bar is for: a text with letters to style, several elements to arrange, or nothing. */
function purposeOf(state: EditorState): 'text' | 'many' | null {
  if (state.editing) return 'text';
  if (state.selection.length > 1) return 'many';
  return selectedStyle(state) ? 'text' : null;
}

function ToolButton({ id, icon, pressed }: Tool & { pressed?: boolean }) {
  const { t } = useTranslation();
  const session = useEditor();
  const canRun = useEditorState((state) => commandOf(id).canRun(state));
  const label = t(commandOf(id).labelKey);
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={!canRun}
      // The text keeps its caret.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => session.run(id as 'group')}
    >
      <EditorIcon name={icon} />
    </button>
  );
}

function TextTool({ id, icon }: Tool) {
  const pressed = useEditorState((state) => isStyled(state, toggles[id as keyof typeof toggles]));
  return <ToolButton id={id} icon={icon} pressed={pressed} />;
}

/** The tools of what is selected, at the head of the page, never over the words that are edited. */
export function FloatBar() {
  const { t } = useTranslation();
  const session = useEditor();
  const purpose = useEditorState(purposeOf);
  const isEditing = useEditorState(({ editing }) => editing !== null);
  if (purpose === null) return null;
  return (
    <div className="float" role="toolbar" aria-label={t('editorScreen.tools')}>
      {purpose === 'text' ? (
        <>
          {ofText.map((tool) => (
            <TextTool key={tool.id} {...tool} />
          ))}
          <span className="cut" />
          <button
            type="button"
            className="btn btn--bare btn--small"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              if (!isEditing) session.run('text.edit', { at: 'end' });
              session.setView({ panel: 'variables', isVariableWanted: true });
            }}
          >
            <EditorIcon name="variables" />
            {t('editorScreen.variable')}
          </button>
        </>
      ) : (
        ofMany.map((tool, index) =>
          tool ? (
            <ToolButton key={tool.id} {...tool} />
          ) : (
            <span key={`cut-${ofMany[index + 1]?.id}`} className="cut" />
          ),
        )
      )}
    </div>
  );
}
