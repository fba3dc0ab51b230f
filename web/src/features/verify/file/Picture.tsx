import './file.css';
import { printCertId, verifyUrl } from '@sello/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStarted } from '../../../state/useStarted.ts';
import { Button, buttonClass } from '../../../ui/button/Button.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { Rich } from '../../../ui/rich/Rich.tsx';
import { askId } from '../Ask.tsx';
import { type Code, codeOf, ownHosts } from './code.ts';
import { FileBar } from './FileBar.tsx';
import { Headline } from './Headline.tsx';
import type { ReadCodes } from './read-codes.ts';

type Read = ReadCodes | { problem: 'failed' };

/** The answer about a picture: it proves nothing by itself, and its code, read on demand, leads to the record. */
export function Picture({ file, isPage, onAnother }: { file: File; isPage: boolean; onAnother: () => void }) {
  const { t } = useTranslation();
  const [read, setRead] = useState<Read>();
  const { start, cancel, isPending } = useStarted();
  // Another picture is another question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is what changes.
  useEffect(() => {
    cancel();
    setRead(undefined);
  }, [file, cancel]);
  const readIt = (): void => {
    setRead(undefined);
    start(
      async (signal): Promise<Read> => (await import('./read-codes.ts')).readCodes(file, signal),
      setRead,
      () => setRead({ problem: 'failed' }),
    );
  };
  return (
    <div className="file-answer">
      <FileBar file={file} onAnother={onAnother} />
      <Headline isPage={isPage}>
        <Rich text={t('verifyFile.picture.title')} parts={{ em: <em className="warn" /> }} />
      </Headline>
      <p className="lead">{t('verifyFile.picture.lead')}</p>
      <div role="status">{read ? <Found read={read} /> : null}</div>
      <p className="row">
        {read && 'codes' in read ? null : (
          <Button kind="line" working={isPending} onClick={readIt}>
            {t(isPending ? 'verifyFile.picture.reading' : 'verifyFile.picture.read')}
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

function Found({ read }: { read: Read }) {
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
