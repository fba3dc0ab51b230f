import type { DesignPage } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button/Button.tsx';
import { currentPage, ownNameOf, typeLabel } from '../../model/index.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';

/** What a screen reader reads of the page, in its order: first what a person ordered, then from the bottom layer up. */
function readIn({ elements, readingOrder }: DesignPage): DesignPage['elements'] {
  const byId = new Map(elements.map((element) => [element.id, element]));
  const first = readingOrder.flatMap((id) => byId.get(id) ?? []);
  const ordered = new Set(first.map(({ id }) => id));
  return [...first, ...elements.filter(({ id }) => !ordered.has(id))].filter(({ hidden }) => !hidden);
}

/** The order in which a screen reader reads the page; each element is moved in it by its buttons. */
export function ReadingOrder() {
  const { t } = useTranslation();
  const session = useEditor();
  const page = useEditorState(currentPage);
  const elements = readIn(page);
  if (elements.length < 2) return null;
  const move = (index: number, by: 1 | -1) => {
    const ids = elements.map(({ id }) => id);
    const [id] = ids.splice(index, 1);
    ids.splice(index + by, 0, id as string);
    session.run('page.readingOrder', { ids });
  };
  return (
    <details className="reading">
      <summary>{t('editorPanels.pages.reading')}</summary>
      <p className="hint">{t('editorPanels.pages.readingHint')}</p>
      <ol>
        {elements.map((element, index) => {
          const name = ownNameOf(element) ?? t(typeLabel(element.type));
          return (
            <li key={element.id}>
              <button
                type="button"
                className="reading-name"
                onClick={() => session.run('select', { ids: [element.id] })}
              >
                {name}
              </button>
              <IconButton
                icon="up"
                label={t('editorPanels.pages.earlier', { name })}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                icon="down"
                label={t('editorPanels.pages.later', { name })}
                disabled={index === elements.length - 1}
                onClick={() => move(index, 1)}
              />
            </li>
          );
        })}
      </ol>
    </details>
  );
}
