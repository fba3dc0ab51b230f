import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EditorIcon } from '../../icons.tsx';
import { drag } from '../../session/drag-data.ts';
import { useSeen } from '../use-seen.ts';
import { addImage, type ChosenImage } from './place-image.ts';
import { usePicture } from './use-picture.ts';

interface Props {
  image: ChosenImage;
  /** The visible name; that of the image if left out. */
  label?: string;
  /** What a click does, for screen readers. */
  action: string;
  /** The image, with the size that its picture turned out to have. */
  onChoose: (image: ChosenImage) => void;
  /** Whether it can be dragged onto the page. */
  isDraggable?: boolean;
  /** A menu at its corner. */
  children?: ReactNode;
}

/** A picture to choose, with its name. */
export function ImageTile({ image, label = image.name, action, onChoose, isDraggable, children }: Props) {
  const { t } = useTranslation();
  const [place, isSeen] = useSeen<HTMLLIElement>();
  const picture = usePicture(image.source, isSeen);
  /** Of a variable the size is known by its picture alone. */
  const measured = (): ChosenImage => {
    const shown = place.current?.querySelector('img');
    if (image.size || !shown?.naturalWidth) return image;
    return { ...image, size: { width: shown.naturalWidth, height: shown.naturalHeight } };
  };
  return (
    <li className="tile" ref={place}>
      <button
        type="button"
        draggable={isDraggable}
        aria-label={t('editorContent.images.act', { action, name: label })}
        title={label}
        onClick={() => onChoose(measured())}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', image.name);
          event.dataTransfer.effectAllowed = 'copy';
          const dragged = measured();
          drag.current = (session, at) => addImage(session, dragged, at);
        }}
        onDragEnd={() => {
          drag.current = null;
        }}
      >
        <span className="picture">
          {picture.state === 'there' ? (
            <img src={picture.url} alt="" decoding="async" draggable={false} />
          ) : picture.state === 'pending' ? (
            <span className="skel" />
          ) : (
            <EditorIcon name="images" />
          )}
        </span>
        <span className="tile-name">{label}</span>
      </button>
      {children}
    </li>
  );
}
