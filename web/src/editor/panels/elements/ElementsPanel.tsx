import './elements.css';
import type { ElementType } from '@sello/contracts';
import type { ParseKeys, TFunction } from 'i18next';
import type { DragEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EditorIcon, typeIcons } from '../../icons.tsx';
import { type CommandId, type Point, typeLabel } from '../../model/index.ts';
import { drag } from '../../session/drag-data.ts';
import type { EditorSession } from '../../session/session.ts';
import { useEditor } from '../../session/use-editor.ts';
import { addText } from '../text/add-text.ts';
import { addReady, readyNames } from './ready.ts';

/** Adds something with its middle at a point, or in the middle of the page. */
type Add = (session: EditorSession, t: TFunction, at?: Point) => void;

interface Offer {
  add: Add;
  /** Opens what asks for more instead, so it cannot be dropped. */
  asks?: true | undefined;
  /** The name of what is offered, if it is not that of the type. */
  labelKey?: ParseKeys;
}

const adding =
  (id: CommandId): Add =>
  (session, _, at) => {
    session.run(id as 'add.line', at && { at });
  };

/** Every type of element that is added by itself; groups are made of elements that exist. */
const offers: Readonly<Record<Exclude<ElementType, 'group'>, Offer>> = {
  text: { add: (session, t, at) => addText(session, t, { at }) },
  image: { add: (session) => session.setView({ panel: 'images', isImageWanted: true }), asks: true },
  rectangle: { add: adding('add.rectangle') },
  ellipse: { add: adding('add.ellipse') },
  line: { add: adding('add.line') },
  // Other drawings are ornaments, which come with blocks and imports.
  path: {
    add: (session) => session.setView({ sheet: 'signature' }),
    asks: true,
    labelKey: 'editorPanels.elements.signature',
  },
  qr: { add: adding('add.qr') },
  barcode: { add: adding('add.barcode') },
  table: { add: adding('add.table') },
  signature: { add: adding('add.signature') },
};
const types = Object.keys(offers) as (keyof typeof offers)[];

function OfferButton({
  add,
  asks,
  name,
  children,
}: Pick<Offer, 'add' | 'asks'> & { name: string; children: ReactNode }) {
  const { t } = useTranslation();
  const session = useEditor();
  const dragging = {
    draggable: true,
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.setData('text/plain', name);
      dataTransfer.effectAllowed = 'copy';
      drag.current = (to, at) => add(to, t, at);
    },
    onDragEnd() {
      drag.current = null;
    },
  };
  return (
    <button type="button" onClick={() => add(session, t)} {...(asks ? {} : dragging)}>
      {children}
    </button>
  );
}

/** What can be added to the page: by a click in its middle, by a drag where it is dropped. */
export function ElementsPanel() {
  const { t } = useTranslation();
  const nameOf = (type: (typeof types)[number]) => t(offers[type].labelKey ?? typeLabel(type));
  return (
    <>
      <div className="hd">
        <h2>{t('editorScreen.panel.elements')}</h2>
      </div>
      <ul className="gridlet">
        {types.map((type) => (
          <li key={type}>
            <OfferButton add={offers[type].add} asks={offers[type].asks} name={nameOf(type)}>
              <EditorIcon name={typeIcons[type]} />
              {nameOf(type)}
            </OfferButton>
          </li>
        ))}
      </ul>
      <h3>{t('editorPanels.elements.ready')}</h3>
      <ul className="ready">
        {readyNames.map((name) => (
          <li key={name}>
            <OfferButton
              add={(to, words, at) => addReady(to, name, words, at)}
              name={t(`editorPanels.elements.${name}`)}
            >
              <b>{t(`editorPanels.elements.${name}`)}</b>
              <small>{t(`editorPanels.elements.${name}Text`)}</small>
            </OfferButton>
          </li>
        ))}
      </ul>
    </>
  );
}
