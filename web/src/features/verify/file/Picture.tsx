import './file.css';
import { printCertId, verifyUrl } from '@sello/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../../ui/button/Button.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { Rich } from '../../../ui/rich/Rich.tsx';
import { askId } from '../Ask.tsx';
import { type Code, codeOf, ownHosts } from './code.ts';
import { FileBar } from './FileBar.tsx';
import { Headline } from './Headline.tsx';
import type { ReadCodes } from './read-codes.ts';

type Stage = { at: 'given' } | { at: 'reading' } | { at: 'read'; read: ReadCodes | { problem: 'failed' } };

/** The answer about a picture: it proves nothing by itself, and its code, read on demand, leads to the record. */
export function Picture({ file, isPage, onAnother }: { file: File; isPage: boolean; onAnother: () => void }) {
  const { t } = useTranslation();
  const [stage, setStage] = useState<Stage>({ at: 'given' });
  // Another picture is another question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is what changes.
  useEffect(() => setStage({ at: 'given' }), [file]);
  const read = async (): Promise<void> => {
    setStage({ at: 'reading' });
    const result = await import('./read-codes.ts')
      .then(({ readCodes }) => readCodes(file))
      .catch(() => ({ problem: 'failed' as const }));
    setStage({ at: 'read', read: result });
  };
  return (
    <div className="file-answer">
      <FileBar file={file} onAnother={onAnother} />
      <Headline isPage={isPage}>
        <Rich text={t('verifyFile.picture.title')} parts={{ em: <em className="warn" /> }} />
      </Headline>
      <p className="lead">{t('verifyFile.picture.lead')}</p>
      <div role="status">{stage.at === 'read' ? <Found read={stage.read} /> : null}</div>
      <p className="row">
        {stage.at === 'read' && 'codes' in stage.read ? null : (
          <Button kind="line" working={stage.at === 'reading'} onClick={() => void read()}>
            {t(stage.at === 'reading' ? 'verifyFile.picture.reading' : 'verifyFile.picture.read')}
          </Button>
        )}
        <button
          type="button"
          className="link"
          onClick={() => document.querySelector<HTMLInputElement>(`#${askId} input`)?.focus()}
        >
          {t('verifyFile.picture.type')}
        </button>
      </p>
      <p className="hint">{t('verifyFile.picture.hint')}</p>
    </div>
  );
}

function Found({ read }: { read: ReadCodes | { problem: 'failed' } }) {
  const { t } = useTranslation();
  if ('problem' in read) return <p className="hint bad">{t(`verifyFile.picture.${read.problem}`)}</p>;
  if (read.codes.length === 0) return <p>{t('verifyFile.picture.none')}</p>;
  const hosts = ownHosts();
  return (
    <>
      <p>{t('verifyFile.picture.found', { count: read.codes.length })}</p>
      <ul className="codes">
        {read.codes.map((text) => (
          <li key={text}>
            <FoundCode code={codeOf(text, hosts)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function FoundCode({ code }: { code: Code }) {
  const { t } = useTranslation();
  if ('foreign' in code)
    return <span className="bad">{t('verifyFile.picture.foreign', { text: code.foreign })}</span>;
  return (
    <>
      <Link className={buttonClass('ink', 'small', 'num')} to={verifyUrl(code.reference)}>
        {t('verifyFile.picture.open', { number: printCertId(code.reference) })}
      </Link>
      {code.elsewhere ? (
        <span className="warn">{t('verifyFile.picture.elsewhere', { host: code.elsewhere })}</span>
      ) : null}
    </>
  );
}
