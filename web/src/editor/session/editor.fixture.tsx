import type { Design } from '@sello/contracts';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { clientOf } from '../../api/tenant-client.ts';
import { startTexts } from '../../i18n/index.ts';
import type { EditorFonts } from '../fonts/fonts.ts';
import type { Refusal } from '../model/index.ts';
import { createSession, type EditorSession, type SessionOptions } from './session.ts';
import { EditorContext } from './use-editor.ts';

/** Fonts of one family without files, for what only lists them. */
const fontList: EditorFonts['list'] = {
  families: [
    {
      family: 'Newsreader',
      kind: 'bundled',
      faces: [
        { weight: 400, italic: false, sha256: '1'.repeat(64) },
        { weight: 700, italic: false, sha256: '2'.repeat(64) },
        { weight: 400, italic: true, sha256: '3'.repeat(64) },
      ],
    },
    {
      family: 'Source Sans 3',
      kind: 'bundled',
      faces: [{ weight: 400, italic: false, sha256: '4'.repeat(64) }],
    },
  ],
  packs: [],
  own: [],
};

export interface RenderedInEditor {
  place: HTMLElement;
  session: EditorSession;
  /** Why changes were refused so far. */
  refusals: Refusal[];
  /** Runs an action and waits for what it renders. */
  settle: (work?: () => unknown) => Promise<void>;
  close: () => Promise<void>;
}

let texts: ReturnType<typeof startTexts> | undefined;

/** Renders a part of the editor in jsdom around a session with a design, without a canvas. */
export async function renderInEditor(
  element: ReactNode,
  design: Design,
  options: Partial<SessionOptions> = {},
): Promise<RenderedInEditor> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  texts ??= startTexts();
  await texts;
  const refusals: Refusal[] = [];
  const session = createSession({
    document: { name: 'Diploma', tags: [], design },
    kind: 'template',
    client: clientOf('a'.repeat(24)),
    fonts: {
      list: fontList,
      words: () => [],
      chain: () => [],
      reload: async () => undefined,
    } as unknown as EditorFonts,
    images: { asset: async () => null, variable: async () => null },
    tenant: {
      ...{ name: 'Instituto Cordillera', publicName: 'Instituto Cordillera' },
      timeZone: 'America/Lima',
    },
    onRefusal: (refusal) => refusals.push(refusal),
    onRemark: () => undefined,
    ...options,
  });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const settle = async (work?: () => unknown): Promise<void> => {
    await act(async () => void (await work?.()));
  };
  await settle(() => root.render(<EditorContext value={session}>{element}</EditorContext>));
  return {
    ...{ place, session, refusals, settle },
    close: async () => {
      await act(async () => root.unmount());
      place.remove();
      vi.unstubAllGlobals();
    },
  };
}
