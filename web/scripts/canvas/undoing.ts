import { clientOf } from '../../src/api/tenant-client.ts';
import type { ImageFiles } from '../../src/editor/canvas/images.ts';
import { createCanvasView } from '../../src/editor/canvas/view.ts';
import type { EditorFonts } from '../../src/editor/fonts/fonts.ts';
import {
  type Situation,
  type Step,
  situation,
  situations,
} from '../../src/editor/model/commands/situations.fixture.ts';
import { createSession, type EditorSession } from '../../src/editor/session/session.ts';
import type { Undone } from './undone.ts';

/** What a command did to the template, as JSON, and to its page, as a picture. */
interface Seen {
  design: string;
  page: string;
}

/** Width of the pictures in pixels. */
const width = 300;

export const commandIds = situations.map(({ id }) => id);

/** Runs commands in an editor's session with its canvas, undoes and redoes them. */
export async function undoEach(
  ids: readonly string[],
  fonts: EditorFonts,
  images: ImageFiles,
): Promise<Undone[]> {
  const undone: Undone[] = [];
  for (const one of situations) if (ids.includes(one.id)) undone.push(await undoOne(one, fonts, images));
  return undone;
}

async function undoOne(
  { id, before, step, changesTemplate }: Situation,
  fonts: EditorFonts,
  images: ImageFiles,
): Promise<Undone> {
  const container = document.createElement('div');
  container.style.cssText = 'position: absolute; inset: 0; width: 900px; height: 660px; overflow: hidden';
  document.body.replaceChildren(container);
  const session = createSession({
    ...{
      document: { name: id, tags: [], design: situation },
      kind: 'template',
      client: clientOf(null),
      fonts,
      images,
    },
    tenant: { name: 'cordillera', publicName: 'Instituto Cordillera' },
    onRefusal: (refusal) => {
      throw new Error(`${id} is refused: ${JSON.stringify(refusal)}`);
    },
    onRemark: () => undefined,
  });
  const view = createCanvasView(container, {
    ...{ fonts, images, onSelect: () => undefined, onChange: () => undefined, onEdit: () => undefined },
    onFault: (error) => {
      throw error;
    },
  });
  const look = async (): Promise<Seen> => {
    const { design, pageId, selection } = session.state;
    view.show({ design, pageId, values: null, selection });
    const blob = await view.toPng(pageId, width);
    return { design: JSON.stringify(design), page: await bytesOf(blob) };
  };
  for (const one of before) run(session, one);
  const first = await look();
  run(session, step);
  const second = await look();
  session.undo();
  const third = await look();
  session.redo();
  const fourth = await look();
  await view.close();
  return {
    ...{ id, changesTemplate },
    changed: first.design !== second.design,
    isSeen: first.page !== second.page,
    // What is selected or shown is no step: it stays.
    undone: changesTemplate ? isSame(first, third) : first.design === third.design,
    redone: isSame(second, fourth),
  };
}

const run = (session: EditorSession, { id, args }: Step) => session.run(id, ...([args] as [never]));

const isSame = (one: Seen, other: Seen): boolean => one.design === other.design && one.page === other.page;

const bytesOf = async (blob: Blob): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return [...new Uint8Array(hash)].join();
};
