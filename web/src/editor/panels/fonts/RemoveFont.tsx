import { fontsApi } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../../ui/dialog/Confirm.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';
import { useEditor } from '../../session/use-editor.ts';

/** Asks before a family of the organization's own is removed, with all of its faces. */
export function RemoveFont({ family, onClose }: { family: string; onClose: () => void }) {
  const { t } = useTranslation();
  const session = useEditor();
  const [isWorking, setWorking] = useState(false);
  const remove = async (): Promise<void> => {
    setWorking(true);
    try {
      const faces = session.fontList.get().own.filter((font) => font.family === family);
      for (const { _id } of faces) await session.client.call(fontsApi, 'delete', { query: { id: _id } });
      toast({ tone: 'ok', title: t('editorContent.fonts.removed', { name: family }) });
    } catch (error) {
      toastError(error, t, t('editorContent.fonts.notRemoved', { name: family }));
    }
    // Some faces may be gone although a later one was not removed.
    await session.reloadFonts().catch((error: unknown) => toastError(error, t));
    onClose();
  };
  return (
    <Confirm
      title={t('editorContent.fonts.removeTitle', { name: family })}
      act={t('editorContent.fonts.remove')}
      working={isWorking}
      onAct={() => void remove()}
      onClose={onClose}
    >
      <p>{t('editorContent.fonts.removeText')}</p>
    </Confirm>
  );
}
