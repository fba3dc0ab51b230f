import type { ElementType } from '@sello/contracts';

/** SVG paths of the editor's own icons by name; the others are in `ui/icon`. */
const drawings = {
  alignBottom: 'M2 13.5h12M4 3h3v8H4zm5 3h3v5H9z',
  alignCentre: 'M8 2v2m0 3v2m0 3v2M3.5 4h9v3h-9zm2 5h5v3h-5z',
  alignLeft: 'M2.5 2v12M5 4h8v3H5zm0 5h5v3H5z',
  alignMiddle: 'M2 8h2m3 0h2m3 0h2M4 3.5h3v9H4zm5 2h3v5H9z',
  alignRight: 'M13.5 2v12M3 4h8v3H3zm3 5h5v3H6z',
  alignTop: 'M2 2.5h12M4 5h3v8H4zm5 0h3v5H9z',
  barcode: 'M2.5 3v10M5 3v10M6.5 3v10M9 3v10M11.5 3v10M13.5 3v10',
  blocks: 'M2.5 2.5h4.2v4.2H2.5zm6.8 0h4.2v4.2H9.3zm-6.8 6.8h4.2v4.2H2.5zm6.8 2.1h4.2m-2.1-2.1v4.2',
  bold: 'M4.5 3h4c1.6 0 2.6.9 2.6 2.4S10 7.8 8.5 7.8H4.5zm0 4.8h4.6c1.7 0 2.8 1 2.8 2.6S10.8 13 9.1 13H4.5z',
  digitalSignature: 'M8 1.8 13.2 3.6v4.2c0 3-2.2 5.2-5.2 6.4-3-1.2-5.2-3.4-5.2-6.4V3.6zM5.5 8l1.8 1.8L10.7 6',
  distributeAcross: 'M2.5 2v12m11-12v12M6 4.5h4v7H6z',
  distributeDown: 'M2 2.5h12m-12 11h12M4.5 6h7v4h-7z',
  elements: 'M2.5 2.5h6v6h-6zM11 7.2a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6Z',
  ellipse: 'M8 4c3.3 0 6 1.8 6 4s-2.7 4-6 4-6-1.8-6-4 2.7-4 6-4Z',
  eye: 'M1.5 8C3 5.2 5.3 3.8 8 3.8s5 1.4 6.5 4.2c-1.5 2.8-3.8 4.2-6.5 4.2S3 10.8 1.5 8ZM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Z',
  eyeOff: 'M1.5 8C3 5.2 5.3 3.8 8 3.8s5 1.4 6.5 4.2c-1.5 2.8-3.8 4.2-6.5 4.2S3 10.8 1.5 8ZM2.5 13.5l11-11',
  fonts:
    'M2.5 13 6.5 3l4 10M4 9.6h5M11.8 8.2c1.6-.8 2.6 0 2.6 1.3V13m0-2.4c-1.6 0-2.8.3-2.8 1.4 0 1.3 2 1.3 2.8 0',
  grip: 'M6 4h.01M6 8h.01M6 12h.01M10 4h.01M10 8h.01M10 12h.01',
  group: 'M2.5 2.5h7v7h-7zM6.5 6.5h7v7h-7z',
  images: 'M2 3h12v10H2zm0 8 3.5-3.5L8 10l2.5-3 3.5 3.5M5 5.6v.01',
  italic: 'M7 3h4.5M4.5 13H9M9.4 3 6.6 13',
  keys: 'M1.5 4h13v8h-13zM4 6.5h.01M6.5 6.5h.01M9 6.5h.01M11.5 6.5h.01M5 9.5h6',
  layers: 'm8 2 6 3-6 3-6-3zm-5.5 6L8 10.8 13.5 8m-11 3L8 13.8 13.5 11',
  line: 'M2.5 13 13.5 3',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  minus: 'M3 8h10',
  pages: 'M5 2.5h8.5v9H5zM2.5 5v8.5H11',
  qr: 'M2.5 2.5h4v4h-4zm7 0h4v4h-4zm-7 7h4v4h-4zm7 0h1.5v1.5H9.5zM13.5 9.5v4h-2',
  rectangle: 'M2.5 4h11v8h-11z',
  redo: 'm10.5 3 3 3-3 3M13 6H7a4 4 0 0 0 0 7.5h3',
  signature: 'M2 12c3-8 5-9 5-6.5S4 12 5.5 12 8 8.5 9 8.5s-.5 3 .5 3 1.5-1 4.5-1',
  strike:
    'M2.5 8h11M11 5.2C10.6 3.8 9.5 3 8 3 6.2 3 5 3.9 5 5.2c0 .5.1.9.4 1.3M4.8 10.8C5.2 12.2 6.4 13 8 13c1.8 0 3.1-.9 3.1-2.4 0-.4-.1-.7-.2-1',
  table: 'M2 3h12v10H2zm0 3.4h12M2 9.7h12M6.5 3v10',
  text: 'M3 4V3h10v1M8 3v10m-2 0h4',
  textCentre: 'M2.5 3.5h11M4.5 8h7M3.5 12.5h9',
  textJustify: 'M2.5 3.5h11M2.5 8h11M2.5 12.5h11',
  textLeft: 'M2.5 3.5h11M2.5 8h7M2.5 12.5h9',
  textRight: 'M2.5 3.5h11M6.5 8h7M4.5 12.5h9',
  underline: 'M4.5 3v4.5a3.5 3.5 0 0 0 7 0V3M4 13.5h8',
  undo: 'M5.5 3 2.5 6l3 3M3 6h6a4 4 0 0 1 0 7.5H6',
  unlock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 4.8-1',
  variables:
    'M6 2.5H5C4 2.5 3.7 3.2 3.7 4v2.2c0 1-.5 1.5-1.4 1.8.9.3 1.4.8 1.4 1.8V12c0 .8.3 1.5 1.3 1.5h1m4-11h1c1 0 1.3.7 1.3 1.5v2.2c0 1 .5 1.5 1.4 1.8-.9.3-1.4.8-1.4 1.8V12c0 .8-.3 1.5-1.3 1.5h-1',
} as const;

export type EditorIconName = keyof typeof drawings;

/** The icon of each type of element, in lists and where it is added. */
export const typeIcons: Readonly<Record<ElementType, EditorIconName>> = {
  ...{ text: 'text', image: 'images', rectangle: 'rectangle', ellipse: 'ellipse', line: 'line' },
  ...{ path: 'signature', qr: 'qr', barcode: 'barcode', table: 'table', group: 'group' },
  signature: 'digitalSignature',
};

const strokes: Partial<Record<EditorIconName, number>> = { bold: 1.9, grip: 2 };

/** A decorative icon of 16 px, inside a labelled control or beside a text. */
export function EditorIcon({ name }: { name: EditorIconName }) {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={drawings[name]}
        strokeWidth={strokes[name]}
        strokeLinecap={name === 'grip' ? 'round' : undefined}
      />
    </svg>
  );
}
