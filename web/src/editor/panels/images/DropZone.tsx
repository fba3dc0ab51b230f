import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { imageTypes } from './uploads.ts';

/** Takes image files that are dropped or chosen. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    <>
      <button
        type="button"
        className={isOver ? 'drop is-over' : 'drop'}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={take}
      >
        {t('editorContent.images.drop')}
      </button>
      <input
        ref={input}
        type="file"
        accept={imageTypes.join(',')}
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
