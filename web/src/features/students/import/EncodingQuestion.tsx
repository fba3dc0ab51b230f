import { type CsvEncoding, csvEncodings, type EncodingSample } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { RadioChoice } from '../../../ui/choice/Choice.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import type { SentFile } from './sent-file.ts';

/** Shown at once; the others are asked for. */
const likeliest = 5;

/** The name of an encoding in plain words, such as “Cyrillic, Windows-1251”. */
export function encodingText(encoding: CsvEncoding, t: TFunction): string {
  const { letters, name } = csvEncodings[encoding];
  return t('studentImport.encoding.name', { letters: t(`studentImport.letters.${letters}`), name });
}

/** Asks how the letters of a file are written, by names as each encoding reads them. */
export function EncodingQuestion({
  file,
  encodings,
  chosen: before,
  onAnother,
  onAnswer,
  onClose,
}: {
  file: SentFile;
  encodings: readonly EncodingSample[];
  chosen: CsvEncoding | undefined;
  onAnother: () => void;
  onAnswer: (encoding: CsvEncoding) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [chosen, setChosen] = useState(before ?? encodings[0]!.encoding);
  const first = likeliestOf(encodings);
  const [isAll, setIsAll] = useState(() => !first.some(({ encoding }) => encoding === chosen));
  const { samples } = encodings.find(({ encoding }) => encoding === chosen) ?? encodings[0]!;
  return (
    <Dialog
      title={t('studentImport.title')}
      onClose={onClose}
      isDirty
      className="imp"
      end={
        <>
          <Button kind="line" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => onAnswer(chosen)}>{t('studentImport.encoding.right')}</Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="body" tabIndex={0} aria-label={t('studentImport.title')}>
        <p className="file num">
          <b>
            <Name text={file.fileName} />
          </b>
          <span>{format.bytes(file.size)}</span>
          <button type="button" className="link small" onClick={onAnother}>
            {t('studentImport.another')}
          </button>
        </p>
        <h3>{t('studentImport.encoding.title')}</h3>
        <ul className="read-names" aria-live="polite">
          {samples.map((text) => (
            <li key={text}>
              <Name text={text} />
            </li>
          ))}
        </ul>
        <p className="mute">
          {t('studentImport.encoding.text', { encoding: encodingText(encodings[0]!.encoding, t) })}
        </p>
        <fieldset className="readings">
          <legend className="hide">{t('studentImport.encoding.choices')}</legend>
          {(isAll ? encodings : first).map(({ encoding, samples: read }) => (
            <RadioChoice
              key={encoding}
              name="encoding"
              checked={encoding === chosen}
              onChange={() => setChosen(encoding)}
              note={
                encoding === chosen ? (
                  t('studentImport.encoding.above')
                ) : (
                  <Name text={differing(read, samples)} />
                )
              }
            >
              {encodingText(encoding, t)}
            </RadioChoice>
          ))}
        </fieldset>
        {isAll || first.length === encodings.length ? null : (
          <button type="button" className="link small" onClick={() => setIsAll(true)}>
            {t('studentImport.encoding.all')}
          </button>
        )}
      </section>
    </Dialog>
  );
}

/** The first text that is not among those shown. */
const differing = (read: readonly string[], shown: readonly string[]): string =>
  read.find((text) => !shown.includes(text)) ?? read[0] ?? '';

/** The first of the encodings by which the names differ. */
function likeliestOf(encodings: readonly EncodingSample[]): readonly EncodingSample[] {
  const seen = new Set<string>();
  return encodings
    .filter(({ samples }) => {
      const names = samples.join('\n');
      return !seen.has(names) && seen.add(names);
    })
    .slice(0, likeliest);
}
