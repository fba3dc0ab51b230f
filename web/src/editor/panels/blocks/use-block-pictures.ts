import { blocks } from '@sello/design';
import { useEffect, useState } from 'react';
import { useStore } from '../../../state/useStore.ts';
import { currentPage } from '../../model/index.ts';
import { valuesOf } from '../../screen/shown-values.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';
import { designOfBlock } from './block.ts';

/** Pixels of a picture, for screens of two pixels to one. */
const pictureWidth = 190;

/** A picture of each block by its key: an object URL, or null when it could not be drawn. */
export type BlockPictures = ReadonlyMap<string, string | null>;

/** The blocks as this page would have them, with samples, drawn by the canvas one after another. */
export function useBlockPictures(): BlockPictures {
  const session = useEditor();
  const canvas = useStore(session.canvas);
  // What the looks of a block depend on.
  const width = useEditorState((state) => currentPage(state).width);
  const height = useEditorState((state) => currentPage(state).height);
  const locale = useEditorState(({ design }) => design.locale);
  const [pictures, setPictures] = useState<BlockPictures>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of the page and the language are read anew.
  useEffect(() => {
    if (!canvas) return;
    const drawn = new Map<string, string | null>();
    let isOver = false;
    const draw = async () => {
      const { design } = session.state;
      const page = currentPage(session.state);
      const values = valuesOf({ kind: 'sample' }, design, session);
      for (const block of blocks) {
        const of = designOfBlock(design, page, block);
        const file = await canvas.toPng(block.key, pictureWidth, values, of).catch(() => null);
        if (isOver) return;
        drawn.set(block.key, file && URL.createObjectURL(file));
        setPictures(new Map(drawn));
      }
    };
    void draw();
    return () => {
      isOver = true;
      for (const url of drawn.values()) if (url) URL.revokeObjectURL(url);
    };
  }, [session, canvas, width, height, locale]);
  return pictures;
}
