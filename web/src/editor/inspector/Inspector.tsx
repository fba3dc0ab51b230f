import './inspector.css';
import { type KeyboardEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type EditorState, selected } from '../model/index.ts';
import { isHistoryCommand, viewCommandFor } from '../screen/view-commands.ts';
import { useEditor, useEditorState } from '../session/use-editor.ts';
import { Appearance } from './Appearance.tsx';
import { usedColors } from './colors.ts';
import { colorsId, ElementsContext } from './elements-context.ts';
import { Faults } from './Faults.tsx';
import { Head } from './Head.tsx';
import { Listed, Many } from './many/Many.tsx';
import { OnPhone } from './OnPhone.tsx';
import { PagePart } from './PagePart.tsx';
import { Place } from './Place.tsx';
import { sectionsOf } from './sections.ts';

const elementsOf = (state: EditorState) => selected(state).map(({ element }) => element);

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** The colours of the design, for the dialogs in which a colour is chosen. */
function Colors() {
  const colors = useEditorState(({ design }) => usedColors(design), isSame);
  return (
    <datalist id={colorsId}>
      {colors.slice(0, 20).map((color) => (
        <option key={color} value={color} />
      ))}
    </datalist>
  );
}

function Selected() {
  const elements = useEditorState(elementsOf, isSame);
  const ids = elements.map(({ id }) => id).join(' ');
  const [first] = elements;
  const sections = useMemo(
    () => (first && elements.length === 1 ? sectionsOf[first.type] : []),
    [first, elements.length],
  );
  if (!first) return <PagePart />;
  return (
    <ElementsContext value={elements}>
      <Head />
      {/* Fields of one selection are none of the next one. */}
      <div key={ids}>
        {elements.length === 1 ? <Faults id={first.id} /> : <Many />}
        {sections.map((Section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a type never change their order.
          <Section key={index} />
        ))}
        <Place />
        <Appearance />
        {elements.length > 1 ? <Listed /> : null}
      </div>
    </ElementsContext>
  );
}

/** The properties of what is selected; of the page when nothing is. */
export function Inspector() {
  const { t } = useTranslation();
  const session = useEditor();
  // A field in which nothing is typed has nothing of its own to undo.
  const onKeyDown = (event: KeyboardEvent) => {
    const command = viewCommandFor(event.nativeEvent, true);
    const field = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (!field || field.matches('[data-draft]') || !isHistoryCommand(command)) return;
    event.preventDefault();
    command.run(session);
  };
  return (
    <aside className="insp" aria-label={t('editorScreen.inspector')} onKeyDown={onKeyDown}>
      <Colors />
      <Selected />
      <OnPhone />
    </aside>
  );
}
