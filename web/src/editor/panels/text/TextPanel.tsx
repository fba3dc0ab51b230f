import './text.css';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { currentPage, type Point, selectedStyle } from '../../model/index.ts';
import { drag } from '../../session/drag-data.ts';
import type { EditorSession } from '../../session/session.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';
import { nearestFace } from '../fonts/faces.ts';
import { useFace } from '../fonts/use-face.ts';
import { useSeen } from '../use-seen.ts';
import { looksOf, type Preset, presets, presetText, type TextLook, type UsedLook } from './text-styles.ts';

const variables: Partial<Record<Preset, string>> = {
  name: '{{fullName}}',
  date: '{{certificate.issuedAt}}',
};

/** Adds texts of a kind, and gives the selected text a look that the design has already. */
export function TextPanel() {
  const { t } = useTranslation();
  const session = useEditor();
  const pages = useEditorState(({ design }) => design.pages);
  const hasText = useEditorState((state) => selectedStyle(state) !== null);
  const looks = looksOf({ pages });
  const add = (to: EditorSession, preset: Preset, at?: Point) => {
    const words = variables[preset] ?? t(`editorContent.text.words.${preset as 'body'}`);
    const properties = presetText(preset, words, looks, currentPage(to.state));
    to.run('add.text', { ...(at && { at }), properties });
    // What stands there is replaced by what is typed.
    if (!variables[preset]) to.run('text.edit', { at: 'all' });
  };
  const apply = (look: TextLook) => {
    if (hasText) session.run('text.style', { style: look });
    else {
      const properties = {
        ...presetText('body', t('editorContent.text.words.body'), looks, currentPage(session.state)),
        ...look,
      };
      const height = Math.round(look.fontSize * properties.lineHeight * 1.3);
      session.run('add.text', { properties: { ...properties, height } });
      session.run('text.edit', { at: 'all' });
    }
  };
  return (
    <>
      <div className="hd">
        <h2>{t('editorScreen.panel.text')}</h2>
      </div>
      <ul className="text-kinds">
        {presets.map((preset) => {
          const { fontFamily, italic } = presetText(preset, '', looks, { width: 842 });
          return (
            <PresetRow
              key={preset}
              preset={preset}
              look={{ fontFamily, italic, fontWeight: 400 }}
              onAdd={(to, at) => add(to, preset, at)}
            />
          );
        })}
      </ul>
      {looks.length > 0 ? (
        <>
          <h3>{t('editorContent.text.used')}</h3>
          <p className="hint">{t(hasText ? 'editorContent.text.apply' : 'editorContent.text.addIn')}</p>
          <ul className="text-looks">
            {looks.map((used) => (
              <LookRow key={used.key} used={used} onChoose={() => apply(used.look)} />
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

/** The style that shows text in a face, once it is there. */
function useFaceStyle(
  { fontFamily, fontWeight, italic }: Pick<TextLook, 'fontFamily' | 'fontWeight' | 'italic'>,
  isWanted: boolean,
): CSSProperties {
  const { fonts } = useEditor();
  const family = fonts.list.families.findLast((one) => one.family === fontFamily);
  const face = useFace(family && nearestFace(family, fontWeight, italic)?.sha256, isWanted);
  return face ? { fontFamily: `"${face}"` } : {};
}

interface PresetProps {
  preset: Preset;
  look: Pick<TextLook, 'fontFamily' | 'fontWeight' | 'italic'>;
  onAdd: (to: EditorSession, at?: Point) => void;
}

function PresetRow({ preset, look, onAdd }: PresetProps) {
  const { t } = useTranslation();
  const session = useEditor();
  const style = useFaceStyle(look, true);
  const name = t(`editorContent.text.presets.${preset}`);
  return (
    <li>
      <button
        type="button"
        draggable
        className={`text-kind is-${preset}`}
        onClick={() => onAdd(session)}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', name);
          event.dataTransfer.effectAllowed = 'copy';
          drag.current = onAdd;
        }}
        onDragEnd={() => {
          drag.current = null;
        }}
      >
        <span style={style}>{name}</span>
      </button>
    </li>
  );
}

/** CSS pixels: a look is shown in its own proportion, as far as the panel has room. */
const shownSize = (fontSize: number): number => Math.min(26, Math.max(15, 11 + fontSize * 0.36));

function LookRow({ used: { look, count }, onChoose }: { used: UsedLook; onChoose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [place, isSeen] = useSeen<HTMLLIElement>();
  const style = useFaceStyle(look, isSeen);
  return (
    <li ref={place}>
      <button type="button" onClick={onChoose}>
        <span className="look-sample" style={{ ...style, fontSize: shownSize(look.fontSize) }}>
          {look.fontFamily}
        </span>
        <small className="num">
          {[
            t('editorContent.text.points', { number: format.number(look.fontSize) }),
            t('editorContent.text.count', { count, number: format.count(count) }),
          ].join(', ')}
        </small>
        <span className="ink" style={{ background: look.fill }} aria-hidden="true" />
      </button>
    </li>
  );
}
