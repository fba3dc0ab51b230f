import './images.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button/Button.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { useEditor, useView } from '../../session/use-editor.ts';
import { DropZone } from './DropZone.tsx';
import { ImageTile } from './ImageTile.tsx';
import { logoImage, recordImages } from './image-variables.ts';
import { addImage, type ChosenImage, setAsBackground } from './place-image.ts';
import { Uploaded } from './Uploaded.tsx';
import { UploadList } from './UploadList.tsx';
import { uploadsOf } from './uploads.ts';

/** The images of the organization, and those that are other for each certificate; uploads new ones. */
export function ImagesPanel() {
  const { t } = useTranslation();
  const session = useEditor();
  const zone = useRef<HTMLDivElement>(null);
  const isWanted = useView((view) => view.isImageWanted);
  useEffect(() => {
    if (!isWanted) return;
    zone.current?.querySelector('button')?.focus();
    session.setView({ isImageWanted: false });
  }, [isWanted, session]);
  const add = (image: ChosenImage) => addImage(session, image);
  const action = t('editorContent.images.add');
  const menuOf = (image: ChosenImage) => (
    <Menu
      label={t('editorContent.images.menu', { name: image.name })}
      trigger={<Icon name="dots" />}
      triggerClass="icon-btn"
      entries={[
        { id: 'add', label: action, run: () => add(image) },
        {
          id: 'background',
          label: t('editorContent.images.background'),
          run: () => setAsBackground(session, image),
        },
      ]}
    />
  );
  return (
    <>
      <div className="hd">
        <h2>{t('editorScreen.panel.images')}</h2>
        <IconButton
          icon="plus"
          label={t('editorContent.images.upload')}
          onClick={() => zone.current?.querySelector('button')?.click()}
        />
      </div>
      <div ref={zone}>
        <DropZone onFiles={(files) => uploadsOf(session).add(files)} />
      </div>
      <UploadList />
      {session.kind === 'template' ? (
        <>
          <h3>{t('editorContent.images.brand')}</h3>
          <ul className="tiles">
            <ImageTile image={logoImage(t)} action={action} onChoose={add} isDraggable />
          </ul>
        </>
      ) : null}
      <h3>{t('editorContent.images.record')}</h3>
      <ul className="tiles">
        {recordImages(t).map((image) => (
          <ImageTile key={image.name} image={image} action={action} onChoose={add} isDraggable />
        ))}
      </ul>
      <h3>{t('editorContent.images.uploaded')}</h3>
      <Uploaded action={action} onChoose={add} isDraggable menuOf={menuOf} />
    </>
  );
}
