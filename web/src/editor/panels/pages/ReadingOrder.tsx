import type { DesignElement } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { currentPage, ownNameOf, typeLabel } from '../../model/index.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';
import { readIn, reordered } from './reading.ts';

/** The order in which a screen reader reads the page; each element is moved in it by its buttons. */
export function ReadingOrder() {
  const { t } = useTranslation();
  const count = useEditorState((state) => currentPage(state).elements.length);
  const [isOpen, setOpen] = useState(false);
  if (count < 2) return null;
  return (
    <details className="reading" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('editorPanels.pages.reading')}</summary>
      {isOpen ? <ReadingList /> : null}
    </details>
  );
}

function ReadingList() {
  const { t } = useTranslation();
  const session = useEditor();
  const page = useEditorState(currentPage);
  const elements = readIn(page);
  const move = (id: string, by: 1 | -1) => session.run('page.readingOrder', { ids: reordered(page, id, by) });
  const nameOf = (element: DesignElement) => ownNameOf(element) ?? t(typeLabel(element.type));
  return (
    <>
      <p className="hint">{t('editorPanels.pages.readingHint')}</p>
      <ol>
        {elements.map((element, index) => {
          const { id } = element;
          const name = nameOf(element);
          return (
            <li key={id}>
              <button
                type="button"
                className="reading-name"
                dir="auto"
                title={name}
                onClick={() => session.run('select', { ids: [id] })}
              >
                {name}
              </button>
              <IconButton
                icon="up"
                label={t('editorPanels.pages.earlier', { name })}
                aria-disabled={index === 0}
                onClick={() => index > 0 && move(id, -1)}
              />
              <IconButton
                icon="down"
                label={t('editorPanels.pages.later', { name })}
                aria-disabled={index === elements.length - 1}
                onClick={() => index < elements.length - 1 && move(id, 1)}
              />
            </li>
          );
        })}
      </ol>
      {page.readingOrder.length > 0 ? (
        <Button kind="bare" size="small" onClick={() => session.run('page.readingOrder', { ids: [] })}>
          {t('editorPanels.pages.asLayers')}
        </Button>
      ) : null}
    </>
  );
}
