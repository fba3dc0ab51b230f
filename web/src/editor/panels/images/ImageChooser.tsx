import './images.css';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { useEditor } from '../../session/use-editor.ts';
import { DropZone } from './DropZone.tsx';
import { ImageTile } from './ImageTile.tsx';
import { logoImage, recordImages } from './image-variables.ts';
import { type ChosenImage, chosenOf } from './place-image.ts';
import { Uploaded } from './Uploaded.tsx';
import { UploadList } from './UploadList.tsx';
import { uploadsOf } from './uploads.ts';

export interface ImagePickerProps {
  /** "Choose an image" if left out. */
  title?: string;
  /** Whether images that are other for each certificate, such as the logo, can be chosen too. */
  hasVariables?: boolean;
  onChoose: (image: ChosenImage) => void;
  onClose: () => void;
}

/** The dialog of `ImagePicker`. */
export function ImageChooser({ title, hasVariables = false, onChoose, onClose }: ImagePickerProps) {
  const { t } = useTranslation();
  const session = useEditor();
  const choose = (image: ChosenImage) => {
    onChoose(image);
    onClose();
  };
  const action = t('editorContent.images.choose');
  return (
    <Dialog
      title={title ?? t('editorContent.images.chooseTitle')}
      onClose={onClose}
      className="image-picker"
      isDirty={false}
    >
      <div className="body">
        <DropZone
          onFiles={(files) => {
            const [only] = files;
            // One file is chosen by being given; of several the person chooses when they are there.
            uploadsOf(session).add(
              files,
              files.length === 1 && only ? (image) => choose(chosenOf(image)) : undefined,
            );
          }}
        />
        <UploadList />
        {hasVariables ? (
          <>
            <h3>{t('editorContent.images.record')}</h3>
            <ul className="tiles">
              {[logoImage(t), ...recordImages(t)].map((image) => (
                <ImageTile key={image.name} image={image} action={action} onChoose={choose} />
              ))}
            </ul>
          </>
        ) : null}
        <h3>{t('editorContent.images.uploaded')}</h3>
        <Uploaded action={action} onChoose={choose} />
      </div>
    </Dialog>
  );
}
