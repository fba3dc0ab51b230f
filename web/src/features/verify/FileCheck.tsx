import {
  type CheckedFacts,
  type ErasedCertificate,
  limits,
  type PublicCertificate,
  verifyApi,
} from '@sello/contracts';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { needTexts } from '../../i18n/index.ts';
import { useStarted } from '../../state/useStarted.ts';
import { Button } from '../../ui/button/Button.tsx';
import type { FileVerdictProps } from './file/FileVerdict.tsx';

type Known = PublicCertificate | ErasedCertificate | null;
type Views = Awaited<ReturnType<typeof loadViews>>;

type Stage =
  | { at: 'empty' }
  | { at: 'reading' }
  | { at: 'unreadable'; message: string }
  | { at: 'picture'; file: File; views: Views }
  | ({ at: 'hashed'; isSending: boolean; file: File; isOther: boolean; views: Views } & Checked)
  | ({ at: 'checked'; file: File; isOther: boolean; views: Views; Reasons: Reasons } & Checked);
type Checked = { facts: CheckedFacts; certificate: Known };
type Reasons = NonNullable<FileVerdictProps['Reasons']>;

/** What shows the answer about a file, and what looks into it: loaded with the file. */
async function loadViews() {
  const [{ FileVerdict }, { Picture }, { checkByHash, kindOf }] = await Promise.all([
    import('./file/FileVerdict.tsx'),
    import('./file/Picture.tsx'),
    import('./file/inspect.ts'),
    needTexts(['verifyFile']),
  ]);
  return { FileVerdict, Picture, checkByHash, kindOf };
}

/**
 * Checks a visitor's file. A PDF is hashed in the browser and only its hash and the number that it names are sent; the file
 * is uploaded only when the visitor requests the full check. A picture is told as such, by its bytes.
 */
export function FileCheck({
  expected,
  isPage = false,
  onAnswer,
}: {
  /** The certificate on whose page the file is checked. */
  expected?: { certId: string };
  /** The answer takes the place of the page, whose heading it becomes. */
  isPage?: boolean;
  onAnswer?: (isShown: boolean) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [stage, setStage] = useState<Stage>({ at: 'empty' });
  const work = useStarted();
  const input = useRef<HTMLInputElement>(null);

  const show = (next: Stage): void => {
    setStage(next);
    onAnswer?.(next.at === 'picture' || next.at === 'hashed' || next.at === 'checked');
  };
  const fail = (error: unknown): void => show({ at: 'unreadable', message: causeOf(error, t) });
  const take = (file: File | undefined): void => {
    if (!file) return;
    work.cancel();
    if (file.size > limits.verifyUpload) {
      const message = t('verify.file.tooLarge', { size: format.bytes(limits.verifyUpload) });
      show({ at: 'unreadable', message });
      return;
    }
    show({ at: 'reading' });
    const check = async (signal: AbortSignal): Promise<Stage> => {
      const views = await loadViews();
      const kind = await views.kindOf(file);
      if (kind === 'picture') return { at: 'picture', file, views };
      const checked = await views.checkByHash(file, (reference) => lookUp(reference, signal), signal);
      return { at: 'hashed', isSending: false, file, isOther: kind === 'other', views, ...checked };
    };
    work.start(check, show, fail);
  };
  const checkFully = (hashed: Extract<Stage, { at: 'hashed' }>): void => {
    const { file, isOther, views } = hashed;
    show({ ...hashed, isSending: true });
    const check = async (signal: AbortSignal): Promise<Stage> => {
      const [answer, { Reasons }] = await Promise.all([
        call(verifyApi, 'file', { file, signal }),
        import('./Reasons.tsx'),
        needTexts(['verify.reasons']),
      ]);
      const certificate = answer.certificate ?? answer.erased ?? null;
      return { at: 'checked', file, isOther, views, Reasons, facts: answer.file, certificate };
    };
    work.start(check, show, fail);
  };
  const another = (): void => input.current?.click();

  return (
    <section className="file-check" aria-label={t('verify.file.title')}>
      <p className="without-script mute">{t('verify.file.needsScript')}</p>
      <input
        ref={input}
        type="file"
        // A picture is told as one, and may be what a phone offers first.
        accept="application/pdf,.pdf,image/*,.heic,.heif,.avif"
        hidden
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {stage.at === 'picture' ? (
        <stage.views.Picture file={stage.file} isPage={isPage} onAnother={another} />
      ) : stage.at === 'hashed' || stage.at === 'checked' ? (
        <stage.views.FileVerdict
          file={stage.file}
          facts={stage.facts}
          certificate={stage.certificate}
          expected={expected}
          isOther={stage.isOther}
          isPage={isPage}
          onAnother={another}
          {...(stage.at === 'checked'
            ? { Reasons: stage.Reasons }
            : { full: { isRunning: stage.isSending, onStart: () => checkFully(stage) } })}
        />
      ) : (
        <Drop onFile={take}>
          <Button kind="line" icon="upload" working={stage.at === 'reading'} onClick={another}>
            {t('verify.file.choose')}
          </Button>
          <p className="mute">{t('verify.file.orDrop')}</p>
        </Drop>
      )}
      <div role="status">
        {stage.at === 'unreadable' ? <p className="hint bad">{stage.message}</p> : null}
      </div>
    </section>
  );
}

/** The place to drop a file on, a shortcut for the button in it. */
function Drop({ onFile, children }: { onFile: (file: File | undefined) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same.
    <div
      className={isOver ? 'drop is-over needs-script' : 'drop needs-script'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

async function lookUp(reference: string, signal: AbortSignal): Promise<Known> {
  const answer = await call(verifyApi, 'lookup', { query: { hash: reference }, signal });
  if (answer === null) return null;
  return 'erased' in answer ? answer.erased : answer.certificate;
}
