import type { ImageElement } from '@sello/contracts';
import { useEffect, useState } from 'react';
import { useEditor } from '../../session/use-editor.ts';

export interface ImageFacts {
  url: string;
  width: number;
  height: number;
  /** Drawn sharp at any size. */
  isVector: boolean;
}

/** The picture of an image, with its size in pixels; null while it is fetched, or when there is none. */
export function useImageFacts(source: ImageElement['source']): ImageFacts | null {
  const { images } = useEditor();
  const [facts, setFacts] = useState<ImageFacts | null>(null);
  const { kind } = source;
  const name = source.kind === 'asset' ? source.assetId : source.name;
  useEffect(() => {
    let isOver = false;
    let url: string | undefined;
    const load = async () => {
      setFacts(null);
      const blob = await (kind === 'asset' ? images.asset(name) : images.variable(name));
      if (!blob || isOver) return;
      url = URL.createObjectURL(blob);
      const picture = new Image();
      picture.src = url;
      await picture.decode();
      const { naturalWidth: width, naturalHeight: height } = picture;
      if (!isOver) setFacts({ url, width, height, isVector: blob.type === 'image/svg+xml' });
    };
    // Without its picture only its resolution is not known.
    load().catch(() => undefined);
    return () => {
      isOver = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [images, kind, name]);
  return facts;
}
