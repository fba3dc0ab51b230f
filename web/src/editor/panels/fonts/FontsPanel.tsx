import './fonts.css';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { localeTags } from '../../../i18n/language.ts';
import { useStore } from '../../../state/useStore.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { selectedStyle } from '../../model/index.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';
import { coverages, findScripts } from './coverage.ts';
import { FontRow } from './FontRow.tsx';
import { type Family, listedFonts } from './listed.ts';
import { RemoveFont } from './RemoveFont.tsx';
import { type Script, scriptName, scripts } from './scripts.ts';

/** Every family that a text can be set in, each in its own face; a click sets the selected text in it. */
export function FontsPanel() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const list = useStore(session.fontList);
  // Scripts are found while the list is looked at.
  useStore(coverages);
  const style = useEditorState(selectedStyle, (a, b) => a?.fontFamily === b?.fontFamily && !a === !b);
  const [search, setSearch] = useState('');
  const [script, setScript] = useState<Script | null>(null);
  const [reached, setReached] = useState<string | null>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (script === null) return;
    for (const family of list.families) void findScripts(session, family);
  }, [script, list, session]);

  const groups = listedFonts(list, { search, script });
  const all = [...groups.values()].flat().map(({ family }) => family.family);
  const current = style?.fontFamily ?? null;
  const first = [reached, current].find((name) => name !== null && all.includes(name)) ?? all[0];
  const absent = list.packs.filter(
    ({ name, state }) =>
      state === 'absent' && name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()),
  );
  const isTemplate = session.kind === 'template';
  const tag = localeTags[currentLanguage()];
  const named = scripts
    .map((one) => ({ one, name: scriptName(one, tag) }))
    .sort((a, b) => a.name.localeCompare(b.name, tag));
  const openUpload = () => session.setView({ sheet: 'font-upload' });

  const noteOf = ({ family, kind, faces }: Family): string | undefined => {
    if (kind !== 'own') return undefined;
    const dates = list.own.filter((font) => font.family === family).map(({ createdAt }) => createdAt);
    const last = dates.sort().at(-1);
    const count = t('editorContent.fonts.faces', { count: faces.length, number: format.count(faces.length) });
    return last
      ? `${count}, ${t('editorContent.fonts.uploaded', { day: format.shortDayOf(last) })}.`
      : `${count}.`;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(place.current?.querySelectorAll<HTMLElement>('button.font') ?? [])];
    const at = buttons.indexOf(event.target as HTMLElement);
    const last = buttons.length - 1;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const button = buttons[Math.min(Math.max(next, 0), last)];
    setReached(button?.dataset.family ?? null);
    button?.focus();
  };
  return (
    <>
      <div className="hd">
        <h2>{t('editorScreen.panel.fonts')}</h2>
        {isTemplate ? (
          <IconButton icon="plus" label={t('editorContent.fonts.upload')} onClick={openUpload} />
        ) : null}
      </div>
      <search className="with-icon">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          placeholder={t('editorContent.find')}
          aria-label={t('editorContent.fonts.find')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </search>
      <label className="sets">
        {t('editorContent.fonts.sets')}
        <select
          className="select"
          value={script ?? ''}
          onChange={({ target }) => setScript((target.value || null) as Script | null)}
        >
          <option value="">{t('editorContent.fonts.everyScript')}</option>
          {named.map(({ one, name }) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {style === null ? <p className="hint">{t('editorContent.fonts.noText')}</p> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows go from one font to the next. */}
      <div ref={place} onKeyDown={onKeyDown}>
        {[...groups].map(([group, fonts]) => (
          <section key={group} aria-label={t(`editorContent.fonts.groups.${group}`)}>
            {group === 'text' ? null : <h3>{t(`editorContent.fonts.groups.${group}`)}</h3>}
            <ul className="fonts">
              {fonts.map((font) => {
                const name = font.family.family;
                return (
                  <FontRow
                    key={name}
                    font={font}
                    isOn={name === current}
                    isReached={name === first}
                    note={noteOf(font.family)}
                    onChoose={() => {
                      setReached(name);
                      if (style !== null) session.run('text.style', { style: { fontFamily: name } });
                    }}
                    onRemove={group === 'own' && isTemplate ? () => setRemoved(name) : undefined}
                  />
                );
              })}
            </ul>
          </section>
        ))}
      </div>
      {all.length === 0 ? <p className="hint">{t('editorContent.fonts.notFound')}</p> : null}
      {isTemplate ? (
        <Button kind="line" size="small" icon="upload" className="wide-btn" onClick={openUpload}>
          {t('editorContent.fonts.upload')}
        </Button>
      ) : null}
      {absent.length > 0 && script === null ? (
        <section>
          <h3>{t('editorContent.fonts.groups.absent')}</h3>
          <ul className="fonts fonts--absent">
            {absent.map(({ name, size }) => (
              <li key={name}>
                <b>{name}</b>
                <small>{format.bytes(size)}</small>
              </li>
            ))}
          </ul>
          <p className="hint">{t('editorContent.fonts.absentText')}</p>
        </section>
      ) : null}
      {removed === null ? null : <RemoveFont family={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
