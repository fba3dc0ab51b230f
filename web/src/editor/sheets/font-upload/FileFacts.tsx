import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { localeTags } from '../../../i18n/language.ts';
import { type Fact, Facts } from '../../../ui/facts/Facts.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { scriptName, scripts, scriptsCovered } from '../../panels/fonts/scripts.ts';
import { type ChosenFont, missingLetters } from './read-font.ts';

/** How many scripts are named before the others are only counted. */
const mostNamed = 3;

/** What is known of the chosen files: what they cover and lack, whether they may be used, and what they look like. */
export function FileFacts({ fonts, onOther }: { fonts: readonly ChosenFont[]; onOther: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const tag = localeTags[currentLanguage()];
  const usable = fonts.filter(({ fault }) => fault === undefined);
  const known = usable.flatMap(({ facts }) => facts.codePoints ?? []);
  // A face that lacks a script lacks it for the family: its texts would change fonts with their weight.
  const covered = known.length === 0 ? [] : scriptsCovered((code) => known.every((one) => one.has(code)));
  const lacked = scripts.filter((script) => script !== 'Zsye' && !covered.includes(script));
  const letters = covered.includes('Latn') ? known.flatMap(missingLetters) : [];
  const names = (list: typeof scripts) => list.map((script) => scriptName(script, tag));
  const listed = (list: typeof scripts): string => {
    const rest = list.length - mostNamed;
    if (rest < 2) return format.list(names(list));
    return t('editorContent.fontUpload.andOthers', {
      names: names(list.slice(0, mostNamed)).join(', '),
      count: rest,
      number: format.count(rest),
    });
  };
  const embeddings = new Set(usable.map(({ facts }) => facts.embedding));
  const isForbidden = embeddings.has('forbidden');
  const facts: Fact[] = [
    {
      term: t('editorContent.fontUpload.files'),
      value: (
        <>
          <ul className="chosen">
            {fonts.map(({ file, fault }) => (
              <li key={file.name}>
                <Name text={file.name} /> <span className="mute num">{format.bytes(file.size)}</span>
                {fault ? (
                  <span className="hint bad">
                    <Icon name="bang" />
                    <span>{fault}</span>
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
          <button type="button" className="link small" onClick={onOther}>
            {t('editorContent.fontUpload.other')}
          </button>
        </>
      ),
    },
  ];
  if (known.length > 0) {
    facts.push(
      {
        term: t('editorContent.fontUpload.covers'),
        value: covered.length > 0 ? listed(covered) : t('editorContent.fontUpload.nothing'),
      },
      {
        term: t('editorContent.fontUpload.lacks'),
        value: (
          <>
            {letters.length > 0 ? `${[...new Set(letters)].slice(0, 12).join(' ')}; ` : ''}
            {t('editorContent.fontUpload.lacksText', { scripts: listed(lacked) })}
          </>
        ),
      },
    );
  }
  if (usable.length > 0 && !embeddings.has('unknown')) {
    facts.push({
      term: t('editorContent.fontUpload.embedding'),
      value: (
        <span className={isForbidden ? 'mark bad' : 'mark ok'}>
          <Icon name={isForbidden ? 'ringCross' : 'ringCheck'} />
          {t(isForbidden ? 'editorContent.fontUpload.forbidden' : 'editorContent.fontUpload.allowed')}
        </span>
      ),
    });
  }
  const faces = [...new Set(usable.flatMap(({ facts: of }) => of.cssFamily ?? []))];
  return (
    <>
      <Facts facts={facts} />
      {faces.map((face) => (
        <p key={face} className="own-face" style={{ fontFamily: `"${face}"` }}>
          {t('editorContent.fontUpload.sample')}
        </p>
      ))}
    </>
  );
}
