import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../i18n/index.ts';
import { localeTags } from '../../../i18n/language.ts';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { useEditor } from '../../session/use-editor.ts';
import { useSeen } from '../use-seen.ts';
import { findScripts } from './coverage.ts';
import { regularFace } from './faces.ts';
import type { ListedFont } from './listed.ts';
import { scriptName, wordsIn } from './scripts.ts';
import { useFace } from './use-face.ts';

/** Languages that write the names of scripts small begin a line with a capital all the same. */
const capitalized = (text: string, tag: string): string =>
  text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);

interface Props {
  font: ListedFont;
  isOn: boolean;
  /** Whether Tab reaches it; the arrows reach the others. */
  isReached: boolean;
  /** What stands below besides the scripts, such as when it was uploaded. */
  note?: string | undefined;
  onChoose: () => void;
  /** Absent for fonts that nobody here can remove. */
  onRemove?: (() => void) | undefined;
}

/** A family in its own face, with the scripts that it covers. */
export function FontRow({ font, isOn, isReached, note, onChoose, onRemove }: Props) {
  const { t } = useTranslation();
  const session = useEditor();
  const [place, isSeen] = useSeen<HTMLLIElement>();
  const { family, scripts, shownIn } = font;
  const face = useFace(regularFace(family)?.sha256, isSeen);
  useEffect(() => {
    if (isSeen && scripts === null) void findScripts(session, family);
  }, [session, family, scripts, isSeen]);
  const tag = localeTags[currentLanguage()];
  const names = (scripts ?? []).map((script) => scriptName(script, tag));
  const covered = names.length > 4 ? [...names.slice(0, 3), t('editorContent.fonts.others')] : names;
  const words = shownIn && wordsIn(shownIn);
  const about = [
    words ? `${family.family}.` : null,
    note,
    covered.length > 0 ? capitalized(covered.join(', '), tag) : null,
  ].filter(Boolean);
  return (
    <li ref={place} className={isOn ? 'is-on' : undefined}>
      <button
        type="button"
        className="font"
        data-family={family.family}
        aria-pressed={isOn}
        tabIndex={isReached ? 0 : -1}
        onClick={onChoose}
      >
        <span className="face-sample" style={face ? { fontFamily: `"${face}"` } : undefined}>
          {words ? (
            <bdi lang={words.language} dir={words.direction} aria-hidden="true">
              {words.text}
            </bdi>
          ) : (
            family.family
          )}
        </span>
        <small>{about.join(' ') || '…'}</small>
      </button>
      {onRemove ? (
        <Menu
          label={t('editorContent.fonts.menu', { name: family.family })}
          trigger={<Icon name="dots" />}
          triggerClass="icon-btn"
          entries={[{ id: 'remove', label: t('editorContent.fonts.remove'), run: onRemove, danger: true }]}
        />
      ) : null}
    </li>
  );
}
