import type { Design, DesignElement, DesignPage } from '@sello/contracts';
import type { BlockKey, blocks } from '@sello/design';
import { chooseLanguage } from '../../../i18n/language.ts';
import { currentPage, newId, type Point } from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';

export type ReadyBlock = (typeof blocks)[number];

/** A block for a page, in the language of the design, with words of its own in English where it has none in that. */
function build(block: ReadyBlock, page: Pick<DesignPage, 'width' | 'height'>, locale: string): DesignElement {
  const { width, height } = page;
  return block.build({ language: chooseLanguage(locale, []), page: { width, height }, ids: newId });
}

/**
 * Adds a block with its middle at a point of the page, or in the middle of it. A frame lies around what is on the page:
 * below it, and always in the middle.
 */
export function addBlock(session: EditorSession, block: ReadyBlock, name: string, at?: Point): void {
  const { state } = session;
  const isFrame = block.category === 'frame';
  const element = { ...build(block, currentPage(state), state.design.locale), name };
  session.run('put', { elements: [element], isBelow: isFrame, ...(!isFrame && { at: at ?? 'middle' }) });
}

/** Width to height of the picture of a block. */
const pictureRatio = 100 / 68;
/** The share of the picture that is empty around the block. */
const margin = 0.08;
/** The share of its width that is shown of a block which is mostly room for long names. */
const shownShare: Partial<Record<BlockKey, number>> = { dateAndPlace: 0.6, header: 0.5 };
/** A frame is shown around a page smaller by this, so that its lines can be told apart. */
const frameShare = 0.4;

/** A design with a page that shows a block alone, in the middle of the paper of a picture. */
export function designOfBlock(design: Design, page: DesignPage, block: ReadyBlock): Design {
  const share = block.category === 'frame' ? frameShare : 1;
  const sides = { width: page.width * share, height: page.height * share };
  const element = build(block, sides, design.locale);
  const shown = element.width * (shownShare[block.key] ?? 1);
  const width = Math.max(shown, element.height * pictureRatio) / (1 - 2 * margin);
  const height = width / pictureRatio;
  const place = { x: (width - element.width) / 2, y: (height - element.height) / 2 };
  const alone: DesignPage = {
    ...{ id: block.key, width, height, guides: [], readingOrder: [] },
    background: { color: '#fffefa', assetId: null },
    elements: [{ ...element, ...place }],
  };
  return { ...design, pages: [alone] };
}
