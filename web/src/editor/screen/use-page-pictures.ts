import type { Design, DesignPage } from '@sello/contracts';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { useEditor, useEditorState, useView } from '../session/use-editor.ts';
import type { ShownWith } from '../session/view-state.ts';

/** Delay after a change before the picture of its page is drawn anew, ms. */
const quietMs = 400;

interface Drawn {
  url: string;
  page: DesignPage;
  shown: ShownWith;
}

/** Pictures of all pages as object URLs by page, `width` CSS pixels wide, drawn when the person pauses. */
export function usePagePictures(width: number): ReadonlyMap<string, string> {
  const session = useEditor();
  const canvas = useStore(session.canvas);
  const pages = useEditorState(({ design }: { design: Design }) => design.pages);
  const shown = useView((view) => view.shown);
  const drawn = useRef(new Map<string, Drawn>());
  const [pictures, setPictures] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!canvas) return;
    let isOver = false;
    const draw = async () => {
      const known = drawn.current;
      for (const page of pages) {
        const before = known.get(page.id);
        if (before?.page === page && before.shown === shown) continue;
        const blob = await canvas.toPng(page.id, width * 2).catch(() => null);
        if (isOver) return;
        if (!blob) continue;
        if (before) URL.revokeObjectURL(before.url);
        known.set(page.id, { url: URL.createObjectURL(blob), page, shown });
        setPictures(new Map([...known].map(([id, { url }]) => [id, url])));
      }
      for (const [id, { url }] of known) {
        if (pages.some((page) => page.id === id)) continue;
        URL.revokeObjectURL(url);
        known.delete(id);
      }
    };
    const timer = setTimeout(() => void draw(), drawn.current.size === 0 ? 0 : quietMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [canvas, pages, shown, width]);
  useEffect(
    () => () => {
      for (const { url } of drawn.current.values()) URL.revokeObjectURL(url);
      drawn.current.clear();
    },
    [],
  );
  return pictures;
}
