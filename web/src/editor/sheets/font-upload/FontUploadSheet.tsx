import './font-upload.css';
import { fontsApi, limits } from '@sello/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { causeOf } from '../../../errors/describe.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useStarted } from '../../../state/useStarted.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CheckChoice } from '../../../ui/choice/Choice.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { useEditor } from '../../session/use-editor.ts';
import { FileFacts } from './FileFacts.tsx';
import { type ChosenFont, readFont } from './read-font.ts';

const extensions = ['.ttf', '.otf', '.woff', '.woff2'] as const;

/** Uploads fonts of the organization's own, once it says that it may use them. */
export function FontUploadSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const input = useRef<HTMLInputElement>(null);
  const [fonts, setFonts] = useState<readonly ChosenFont[]>([]);
  const [isOver, setOver] = useState(false);
  const [isLicensed, setLicensed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const reading = useStarted();
  const sending = useStarted();
  const isSending = sending.isPending;

  const faultOf = ({ name, size }: File): string | undefined => {
    const isFont = extensions.some((extension) => name.toLowerCase().endsWith(extension));
    if (!isFont) return t('editorContent.fontUpload.kind', { kinds: format.list(extensions) });
    if (size > limits.fontUpload)
      return t('editorContent.fontUpload.large', { size: format.bytes(limits.fontUpload) });
    return undefined;
  };
  const read = async (file: File): Promise<ChosenFont> => {
    const key = crypto.randomUUID();
    const refusal = faultOf(file);
    // It may have been moved since it was chosen.
    const bytes = refusal ? null : await file.arrayBuffer().catch(() => null);
    const fault = refusal ?? (bytes ? undefined : t('errors.upload_failed'));
    const facts = await readFont(new Uint8Array(bytes ?? []));
    return { file, key, facts, ...(fault !== undefined && { fault }) };
  };
  const take = (files: readonly File[]): void => {
    if (!isSending) reading.start(() => Promise.all(files.map(read)), setFonts);
  };
  const usable = fonts.filter(({ fault }) => fault === undefined);
  /** Uploads what can be uploaded; those that are left have their fault. */
  const sendAll = async (): Promise<ChosenFont[]> => {
    const left: ChosenFont[] = [];
    const added = new Set<string>();
    for (const font of fonts) {
      const { file, key, fault } = font;
      if (fault !== undefined) {
        left.push(font);
        continue;
      }
      try {
        const made = await session.client.call(fontsApi, 'upload', {
          body: { licence: 'true' },
          file,
          idempotencyKey: key,
        });
        for (const { family } of made.fonts) added.add(family);
      } catch (error) {
        left.push({ ...font, fault: causeOf(error, t) });
      }
    }
    if (added.size > 0) {
      await session.reloadFonts().catch(() => undefined);
      toast({ tone: 'ok', title: t('editorContent.fontUpload.added', { names: format.list([...added]) }) });
    }
    return left;
  };
  const send = (): void => {
    setAsked(true);
    if (!isLicensed || usable.length === 0) return;
    sending.start(sendAll, (left) => {
      setFonts(left);
      if (left.length === 0) onClose();
    });
  };
  const choose = () => input.current?.click();
  return (
    <Dialog
      title={t('editorContent.fonts.upload')}
      onClose={onClose}
      busy={isSending}
      className="font-upload"
      end={
        <>
          <Button kind="line" onClick={onClose} disabled={isSending}>
            {t('common.cancel')}
          </Button>
          <Button working={isSending} disabled={usable.length === 0 || reading.isPending} onClick={send}>
            {t('editorContent.fontUpload.act', { count: usable.length, number: format.count(usable.length) })}
          </Button>
        </>
      }
    >
      <div className="body">
        <input
          ref={input}
          type="file"
          accept={extensions.join(',')}
          multiple
          hidden
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = '';
            if (files.length > 0) take(files);
          }}
        />
        {fonts.length === 0 ? (
          <button
            type="button"
            className={isOver ? 'drop is-over' : 'drop'}
            onClick={choose}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(false);
              take([...event.dataTransfer.files]);
            }}
          >
            {t('editorContent.fontUpload.drop', { size: format.bytes(limits.fontUpload) })}
          </button>
        ) : (
          <FileFacts fonts={fonts} onOther={choose} />
        )}
        <CheckChoice
          checked={isLicensed}
          aria-invalid={(isAsked && !isLicensed) || undefined}
          onChange={({ target }) => setLicensed(target.checked)}
          note={
            isAsked && !isLicensed ? (
              <span className="bad">{t('errors.font_licence_required')}</span>
            ) : undefined
          }
        >
          {t('editorContent.fontUpload.licence')}
        </CheckChoice>
      </div>
    </Dialog>
  );
}
