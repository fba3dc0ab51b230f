import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { causeOf } from '../../../errors/describe.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useStore } from '../../../state/useStore.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useEditor } from '../../session/use-editor.ts';
import { ImageTile } from './ImageTile.tsx';
import { type ChosenImage, chosenOf } from './place-image.ts';
import { shelfOf } from './shelf.ts';

const skeletons = ['a', 'b', 'c', 'd'];

interface Props {
  /** What a click on an image does, for screen readers. */
  action: string;
  onChoose: (image: ChosenImage) => void;
  isDraggable?: boolean;
  /** The menu of an image. */
  menuOf?: (image: ChosenImage) => ReactNode;
}

/** The stored images, newest first. */
export function Uploaded({ action, onChoose, isDraggable = false, menuOf }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const shelf = shelfOf(useEditor());
  const { state, images, total, nextCursor, error } = useStore(shelf.store);
  useEffect(() => {
    if (shelf.store.get().state === 'idle') void shelf.fetchMore();
  }, [shelf]);
  const isFirst = images.length === 0;
  const bytes = images.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      <ul className="tiles" aria-busy={state === 'loading' || undefined}>
        {images.map((asset) => {
          const image = chosenOf(asset);
          return (
            <ImageTile key={asset._id} image={image} {...{ action, onChoose, isDraggable }}>
              {menuOf?.(image)}
            </ImageTile>
          );
        })}
        {isFirst && (state === 'loading' || state === 'idle')
          ? skeletons.map((key) => (
              <li key={key} className="tile">
                <span className="skel tile-skel" />
              </li>
            ))
          : null}
      </ul>
      {state === 'failed' ? (
        <p className="hint bad" role="alert">
          {causeOf(error, t)}
        </p>
      ) : null}
      {state === 'failed' || nextCursor !== null ? (
        <Button kind="line" size="small" className="wide-btn" onClick={() => void shelf.fetchMore()}>
          {t(state === 'failed' ? 'common.tryAgain' : 'editorContent.images.more')}
        </Button>
      ) : null}
      {state === 'ready' && isFirst ? <p className="hint">{t('editorContent.images.none')}</p> : null}
      {isFirst ? null : (
        <p className="hint num">
          {nextCursor === null
            ? t('editorContent.images.sum', {
                count: total,
                number: format.count(images.length),
                size: format.bytes(bytes),
              })
            : t('editorContent.images.sumOfFirst', {
                count: total,
                number: format.count(total),
                shown: format.count(images.length),
              })}
        </p>
      )}
    </>
  );
}
