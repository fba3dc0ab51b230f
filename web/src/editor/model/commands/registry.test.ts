import { languages } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { everyText } from '../../../i18n/texts.fixture.ts';
import {
  type CommandId,
  commandFor,
  commandOf,
  commandSections,
  commands,
  keyCaps,
  type Platform,
} from '../index.ts';

import { buildBox, buildDesign, buildText, Editor } from '../model.fixture.ts';
import { normalKeys } from '../shortcuts.ts';

const ids = Object.keys(commands) as CommandId[];
const platforms: Platform[] = ['apple', 'other'];

function textAt(tree: unknown, key: string): unknown {
  return key.split('.').reduce((found, name) => (found as Record<string, unknown> | undefined)?.[name], tree);
}

const press = (
  key: string,
  held: Partial<Record<'ctrl' | 'meta' | 'shift' | 'alt', true>> = {},
  code = '',
) => ({
  ...{ key, code, ctrlKey: held.ctrl ?? false, metaKey: held.meta ?? false },
  ...{ shiftKey: held.shift ?? false, altKey: held.alt ?? false },
});

describe('the registry of commands', () => {
  it('knows each command by its own id', () => {
    expect(ids.map((id) => commands[id].id)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(90);
  });

  it.each(languages)('has a label for each command, heading and key in %s', (language) => {
    const texts = everyText(language);
    for (const id of ids) expect(textAt(texts, commandOf(id).labelKey), id).toEqual(expect.any(String));
    for (const section of commandSections().keys())
      expect(texts.editor.sections[section]).toEqual(expect.any(String));
    for (const id of ids)
      for (const platform of platforms)
        for (const written of commandOf(id).shortcut?.[platform] ?? [])
          for (const cap of keyCaps(written, platform))
            if ('named' in cap) expect(texts.editor.keys[cap.named]).toEqual(expect.any(String));
  });

  it.each(platforms)('gives no keys to two commands of one context on %s', (platform) => {
    for (const context of ['page', 'text'] as const) {
      const taken = ids
        .filter((id) => [context, 'both'].includes(commandOf(id).context))
        .flatMap((id) => (commandOf(id).shortcut?.[platform] ?? []).map(normalKeys));
      expect(taken.length).toBe(new Set(taken).size);
      expect(taken.length).toBeGreaterThan(20);
    }
  });

  it('finds the command of pressed keys on each platform', () => {
    const editor = new Editor(buildDesign([buildBox('a'), buildBox('b')]), ['a', 'b']);
    expect(commandFor(editor.state, press('d', { ctrl: true }), 'other')).toBe('duplicate');
    expect(commandFor(editor.state, press('d', { meta: true }), 'apple')).toBe('duplicate');
    expect(commandFor(editor.state, press('d', { ctrl: true }), 'apple')).toBeNull();
    // Nothing can be ungrouped, but the browser shall not search the page instead.
    expect(commandFor(editor.state, press('G', { ctrl: true, shift: true }), 'other')).toBe('ungroup');
    expect(commandFor(editor.state, press('g', { ctrl: true }), 'other')).toBe('group');
    expect(commandFor(editor.state, press('ArrowLeft', { shift: true }), 'other')).toBe('nudge.left.ten');
  });

  it('finds it on a layout without Latin letters, and where brackets are elsewhere', () => {
    const editor = new Editor(buildDesign([buildBox('a'), buildBox('b')]), ['a']);
    expect(commandFor(editor.state, press('в', { ctrl: true }, 'KeyD'), 'other')).toBe('duplicate');
    expect(commandFor(editor.state, press('+', { ctrl: true }, 'BracketRight'), 'other')).toBe(
      'order.forward',
    );
  });

  it('gives keys another meaning while a text is edited', () => {
    const editor = new Editor(buildDesign([buildText('t', 'Hello')]), ['t']);
    expect(commandFor(editor.state, press('Enter'), 'other')).toBe('text.edit');
    expect(commandFor(editor.state, press('a', { ctrl: true }), 'other')).toBe('select.all');
    editor.run('text.edit');
    expect(commandFor(editor.state, press('Enter'), 'other')).toBe('text.newParagraph');
    expect(commandFor(editor.state, press('a', { ctrl: true }), 'other')).toBe('text.select.all');
    expect(commandFor(editor.state, press('t'), 'other')).toBeNull();
  });
});
