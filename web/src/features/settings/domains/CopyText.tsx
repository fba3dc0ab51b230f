import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button/Button.tsx';
import { toast } from '../../../ui/toast/queue.ts';

/** A button that copies a text. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ tone: 'ok', title: t('settings.domains.records.copied') });
    } catch {
      // The browser allows no page to write the clipboard: the person copies it from the message.
      toast({ tone: 'bad', title: t('settings.domains.records.notCopied'), text });
    }
  };
  return <IconButton icon="copy" label={label} onClick={() => void copy()} />;
}
