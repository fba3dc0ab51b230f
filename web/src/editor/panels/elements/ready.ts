import { type DesignElement, type DesignElementInput, designPage } from '@sello/contracts';
import { plainText } from '@sello/design';
import type { TFunction } from 'i18next';
import { currentPage, newId, type Point } from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';

/** What most certificates have, with settings that fit any of them. */
export const readyNames = ['holder', 'number'] as const;
type ReadyName = (typeof readyNames)[number];

const element = (input: DesignElementInput): DesignElement => designPage.shape.elements.element.parse(input);

/** The family of the design's first text, so that what is added looks like the rest. */
function familyIn({ state }: EditorSession): string {
  for (const page of state.design.pages) {
    for (const one of page.elements) if ('fontFamily' in one) return one.fontFamily;
  }
  return 'Newsreader';
}

/** The most letters of a name that fits, and the width of an average one in font sizes. */
const longestName = 60;
const letterWidth = 0.52;

/** The name of the holder on one line, which shrinks until a name of 60 letters fits. */
function holder(session: EditorSession, t: TFunction): DesignElement[] {
  const { width } = currentPage(session.state);
  const fontSize = Math.max(8, Math.min(44, Math.round(width * 0.052)));
  const smallest = Math.floor((width * 0.76) / longestName / letterWidth);
  return [
    element({
      ...{ type: 'text', id: newId(), name: t('editorPanels.elements.holder') },
      ...{ x: width * 0.12, y: 0, width: width * 0.76, height: fontSize * 1.4 },
      ...{ paragraphs: plainText('{{student.fullName}}'), fontFamily: familyIn(session), fontSize },
      ...{
        fit: 'shrink',
        maxLines: 1,
        minFontSize: Math.max(1, Math.min(fontSize, smallest)),
        align: 'center',
        verticalAlign: 'middle',
        role: 'title',
      },
    }),
  ];
}

/** The QR code that leads to the verify page, with the number of the certificate below. */
function number(session: EditorSession, t: TFunction): DesignElement[] {
  return [
    element({
      ...{ type: 'qr', id: newId(), name: t('editorPanels.elements.qrName') },
      ...{ x: 45, y: 0, width: 80, height: 80, alt: t('editorPanels.elements.qrName') },
    }),
    element({
      ...{ type: 'text', id: newId(), name: t('editorPanels.elements.numberName') },
      ...{ x: 0, y: 86, width: 170, height: 14, paragraphs: plainText('{{certificate.id}}') },
      ...{ fontFamily: familyIn(session), fontSize: 8.5, align: 'center', fit: 'shrink', minFontSize: 6 },
    }),
  ];
}

const makers = { holder, number } satisfies Record<ReadyName, unknown>;

/** Adds one with its middle at a point of the page, or in the middle of it. */
export function addReady(session: EditorSession, name: ReadyName, t: TFunction, at?: Point): void {
  session.run('put', { elements: makers[name](session, t), at: at ?? 'middle' });
}
