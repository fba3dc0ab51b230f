import './elements.css';
import type { ElementType } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { EditorIcon, type EditorIconName } from '../../icons.tsx';
import { type CommandId, type Point, typeLabel } from '../../model/index.ts';
import { drag } from '../../session/drag-data.ts';
import type { EditorSession } from '../../session/session.ts';
import { useEditor } from '../../session/use-editor.ts';
import { addReady, readyNames } from './ready.ts';

interface Offer {
  icon: EditorIconName;
  /** Adds one with its middle at a point, or in the middle of the page; or opens what asks for more. */
  add(session: EditorSession, at?: Point): void;
  /** Needs an answer first, so it cannot be dropped. */
  asks?: true;
}

const adding = (id: CommandId) => (session: EditorSession, at?: Point) => {
  session.run(id as 'add.text', at && { at });
};

/** Every type of element that is added by itself; groups are made of elements that exist. */
const offers: Record<Exclude<ElementType, 'group'>, Offer> = {
  text: { icon: 'text', add: adding('add.text') },
  image: { icon: 'images', add: (session) => session.setView({ panel: 'images' }), asks: true },
  rectangle: { icon: 'rectangle', add: adding('add.rectangle') },
  ellipse: { icon: 'ellipse', add: adding('add.ellipse') },
  line: { icon: 'line', add: adding('add.line') },
  path: { icon: 'signature', add: (session) => session.setView({ sheet: 'signature' }), asks: true },
  qr: { icon: 'qr', add: adding('add.qr') },
  barcode: { icon: 'barcode', add: adding('add.barcode') },
  table: { icon: 'table', add: adding('add.table') },
  signature: { icon: 'digitalSignature', add: adding('add.signature') },
};
const types = Object.keys(offers) as (keyof typeof offers)[];

/** What can be added to the page: by a click in its middle, by a drag where it is dropped. */
export function ElementsPanel() {
  const { t } = useTranslation();
  const session = useEditor();
  return (
    <>
      <div className="hd">
        <h2>{t('editorScreen.panel.elements')}</h2>
      </div>
      <ul className="gridlet">
        {types.map((type) => {
          const { icon, add, asks } = offers[type];
          return (
            <li key={type}>
              <button
                type="button"
                draggable={!asks}
                onClick={() => add(session)}
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', type);
                  event.dataTransfer.effectAllowed = 'copy';
                  drag.current = add;
                }}
                onDragEnd={() => {
                  drag.current = null;
                }}
              >
                <EditorIcon name={icon} />
                {t(typeLabel(type))}
              </button>
            </li>
          );
        })}
      </ul>
      <h3>{t('editorPanels.elements.ready')}</h3>
      <ul className="ready">
        {readyNames.map((name) => (
          <li key={name}>
            <button
              type="button"
              draggable
              onClick={() => addReady(session, name, t)}
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', name);
                event.dataTransfer.effectAllowed = 'copy';
                drag.current = (into, at) => addReady(into, name, t, at);
              }}
              onDragEnd={() => {
                drag.current = null;
              }}
            >
              <b>{t(`editorPanels.elements.${name}`)}</b>
              <small>{t(`editorPanels.elements.${name}Text`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
