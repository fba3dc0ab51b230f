import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';
import { useStore } from '../../../state/useStore.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { useEditor } from '../../session/use-editor.ts';
import { uploadsOf } from './uploads.ts';

/** The files that are being uploaded, and why others were not. */
export function UploadList() {
  const { t } = useTranslation();
  const uploads = uploadsOf(useEditor());
  const list = useStore(uploads.store);
  const reason = (error: unknown) =>
    error instanceof ApiError ? causeOf(error, t) : t('errors.upload_failed');
  return (
    <ul className="uploads" aria-live="polite">
      {list.map(({ id, fileName, state, error }) => (
        <li key={id} className={state === 'failed' ? 'is-failed' : undefined}>
          <b>{fileName}</b>
          {state === 'failed' ? (
            <>
              <small className="bad">{reason(error)}</small>
              <IconButton
                icon="retry"
                label={t('editorContent.images.retry', { name: fileName })}
                onClick={() => uploads.retry(id)}
              />
              <IconButton
                icon="cross"
                label={t('editorContent.images.dismiss', { name: fileName })}
                onClick={() => uploads.dismiss(id)}
              />
            </>
          ) : (
            <>
              <small>{t(`editorContent.images.${state}`)}</small>
              {state === 'sending' ? <span className="skel going" aria-hidden="true" /> : null}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
