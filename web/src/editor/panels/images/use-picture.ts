import type { ImageElement } from '@sello/contracts';
import { useEffect, useState } from 'react';
import { useEditor } from '../../session/use-editor.ts';

export type PictureState = { state: 'pending' } | { state: 'none' } | { state: 'there'; url: string };

/** The picture of an image as an object URL, fetched when it is wanted; `none` where there is no such image. */
export function usePicture(source: ImageElement['source'], isWanted: boolean): PictureState {
  const { images } = useEditor();
  const [picture, setPicture] = useState<PictureState>({ state: 'pending' });
  const { kind } = source;
  const name = source.kind === 'asset' ? source.assetId : source.name;
  useEffect(() => {
    if (!isWanted) return;
    let url: string | undefined;
    let isOver = false;
    const fetched = kind === 'asset' ? images.asset(name) : images.variable(name);
    fetched.then(
      (blob) => {
        if (isOver) return;
        url = blob ? URL.createObjectURL(blob) : undefined;
        setPicture(url ? { state: 'there', url } : { state: 'none' });
      },
      () => isOver || setPicture({ state: 'none' }),
    );
    return () => {
      isOver = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [images, kind, name, isWanted]);
  return picture;
}
