import {
  type ErasedCertificate,
  type FileFacts,
  limits,
  type PublicCertificate,
  verifyApi,
  verifyUrl,
} from '@sello/contracts';
import type { TFunction } from 'i18next';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, call } from '../../api/index.ts';
import { causeOf } from '../../errors/describe.ts';
import { type Formatters, useFormat } from '../../i18n/format.ts';
import { needTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { FileVerdict } from './FileVerdict.tsx';
import { hashOf } from './hash.ts';

type Known = PublicCertificate | ErasedCertificate | null;

type Stage =
  | { at: 'empty' }
  | { at: 'reading'; name: string }
  | { at: 'unreadable'; message: string }
  | { at: 'hashed'; file: File; hash: string; known: Known }
  | { at: 'sending'; file: File; hash: string; known: Known }
  | {
      at: 'checked';
      file: File;
      facts: FileFacts;
      certificate: Known;
      Reasons: Parameters<typeof FileVerdict>[0]['Reasons'];
    };

/**
 * Checks a visitor's PDF. It is hashed in the browser and only the hash is sent; the file is uploaded only when the
 * visitor requests the full check.
 */
export function FileCheck({ expected }: { expected?: { certId: string } }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [stage, setStage] = useState<Stage>({ at: 'empty' });
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > limits.verifyUpload) {
      setStage({
        at: 'unreadable',
        message: t('verify.file.tooLarge', { size: format.bytes(limits.verifyUpload) }),
      });
      return;
    }
    setStage({ at: 'reading', name: file.name });
    try {
      const hash = await hashOf(file);
      const answer = await call(verifyApi, 'lookup', { query: { hash } });
      setStage({ at: 'hashed', file, hash, known: knownIn(answer) });
    } catch (error) {
      setStage({ at: 'unreadable', message: causeOf(error, t) });
    }
  };
  const fullCheck = async (file: File, hash: string, known: Known): Promise<void> => {
    setStage({ at: 'sending', file, hash, known });
    try {
      const [answer, { Reasons }] = await Promise.all([
        call(verifyApi, 'file', { file }),
        import('./Reasons.tsx'),
        needTexts(['verifyReasons']),
      ]);
      setStage({
        at: 'checked',
        file,
        facts: answer.file,
        certificate: answer.certificate ?? answer.erased ?? null,
        Reasons,
      });
    } catch (error) {
      setStage({ at: 'unreadable', message: causeOf(error, t) });
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <section className="file-check" aria-label={t('verify.file.title')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same. */}
      <div
        className={over ? 'drop is-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Button
          kind="line"
          icon="upload"
          working={stage.at === 'reading'}
          onClick={() => input.current?.click()}
        >
          {t('verify.file.choose')}
        </Button>
        <p className="mute">{t('verify.file.orDrop')}</p>
        <input
          ref={input}
          type="file"
          accept="application/pdf,.pdf"
          hidden
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <div role="status">
        {stage.at === 'unreadable' ? <p className="hint bad">{stage.message}</p> : null}
        {stage.at === 'hashed' || stage.at === 'sending' ? (
          <div className="file-answer">
            <h2>
              <Name text={stage.file.name} />
            </h2>
            <p>{hashSentence(stage.known, expected, t, format)}</p>
            <p className="row small">
              {stage.known && stage.known.certId !== expected?.certId ? (
                <Link to={verifyUrl(stage.known.certId)}>{t('verify.file.open')}</Link>
              ) : null}
              <Button
                kind="line"
                size="small"
                working={stage.at === 'sending'}
                onClick={() => void fullCheck(stage.file, stage.hash, stage.known)}
              >
                {t('verify.file.full')}
              </Button>
              <span className="faint">{t('verify.file.fullHint')}</span>
            </p>
          </div>
        ) : null}
        {stage.at === 'checked' ? (
          <FileVerdict
            name={stage.file.name}
            facts={stage.facts}
            certificate={stage.certificate}
            Reasons={stage.Reasons}
          />
        ) : null}
      </div>
    </section>
  );
}

type Found = Answer<(typeof verifyApi.calls)['lookup']>;

function knownIn(answer: Found): Known {
  if (answer === null) return null;
  return 'erased' in answer ? answer.erased : answer.certificate;
}

function hashSentence(
  known: Known,
  expected: { certId: string } | undefined,
  t: TFunction,
  format: Formatters,
): string {
  if (known?.state !== 'erased') return t(`verify.file.${hashSaying(known, expected)}`);
  const values = { issued: format.dayOf(known.issuedAt), erased: format.dayOf(known.erasedAt) };
  return t('verify.file.erased', values);
}

/** The result of the hash alone: the same certificate, another certificate, issued here, or unknown. */
export function hashSaying(
  known: Pick<PublicCertificate, 'certId'> | null,
  expected: { certId: string } | undefined,
): 'same' | 'other' | 'issued' | 'unknown' {
  if (!known) return 'unknown';
  if (!expected) return 'issued';
  return known.certId === expected.certId ? 'same' : 'other';
}
