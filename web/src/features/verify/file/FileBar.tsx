import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Name } from '../../../ui/name/Name.tsx';

/** The file that an answer is about, and the way to another one. */
export function FileBar({ file, onAnother }: { file: Pick<File, 'name' | 'size'>; onAnother: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <p className="file-bar">
      <Name text={file.name} strong />
      <span className="mute num">{format.bytes(file.size)}</span>
      <button type="button" className="link push" onClick={onAnother}>
        {t('verifyFile.another')}
      </button>
    </p>
  );
}
