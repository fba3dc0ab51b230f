import './inspector.css';
import { brandOf, type ElementType } from '@sello/contracts';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../state/useStore.ts';
import type { EditorState } from '../model/index.ts';
import { isHistoryCommand, viewCommandFor } from '../screen/view-commands.ts';
import { useEditor, useEditorState } from '../session/use-editor.ts';
import { Appearance } from './Appearance.tsx';
import { colorsId, elementsOf, isSameList } from './elements.ts';
import { Faults } from './Faults.tsx';
import { Head } from './Head.tsx';
import { Listed, Many } from './many/Many.tsx';
import { OnPhone } from './OnPhone.tsx';
import { PagePart } from './PagePart.tsx';
import { Place } from './Place.tsx';
import { sectionsOf } from './sections.ts';

/** The colours of the design and then of the organization, for the dialogs in which a colour is chosen. */
function Colors() {
  const own = useEditorState(({ design }) => brandOf(design).colors, isSameList);
  const brand = useStore(useEditor().brand);
  const colors = [...new Set([...own.slice(0, 20), ...(brand?.colors ?? [])])];
  return (
    <datalist id={colorsId}>
      {colors.map((color) => (
        <option key={color} value={color} />
      ))}
    </datalist>
  );
}

interface Selection {
  ids: string;
  count: number;
  type: ElementType | null;
}

const selectionOf = (state: EditorState): Selection => {
  const elements = elementsOf(state);
  return {
    ids: elements.map(({ id }) => id).join(' '),
    count: elements.length,
    type: elements.length === 1 ? (elements[0]?.type ?? null) : null,
  };
};

/** Renders when other elements are selected; what changes of them is the fields' own. */
function Selected() {
  const { ids, count, type } = useEditorState(selectionOf, (a, b) => a.ids === b.ids && a.type === b.type);
  if (count === 0) return <PagePart />;
  return (
    <>
      <Head />
      {/* Fields of one selection are none of the next one. */}
      <div key={ids}>
        {type ? <Faults id={ids} /> : <Many />}
        {(type ? sectionsOf[type] : []).map((Section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a type never change their order.
          <Section key={index} />
        ))}
        <Place />
        <Appearance />
        {type ? null : <Listed />}
      </div>
    </>
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
