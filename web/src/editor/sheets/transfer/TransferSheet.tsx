import './transfer.css';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/dialog/Sheet.tsx';
import { ExportPart } from './ExportPart.tsx';
import { ImportPart } from './ImportPart.tsx';

/** Brings a template, a PDF or a picture in, and takes the template out. */
export function TransferSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('editorSheets.transfer.title')} wide className="transfer" onClose={onClose}>
      <div className="body io">
        <ImportPart onDone={onClose} />
        <ExportPart onDone={onClose} />
      </div>
    </Sheet>
  );
}
