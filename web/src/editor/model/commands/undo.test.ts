import { describe, expect, it } from 'vitest';
import type { Given } from '../execute.ts';
import { redo, undo } from '../index.ts';
import { Editor } from '../model.fixture.ts';
import { type Situation, type Step, situation, situations } from './situations.fixture.ts';

const run = (editor: Editor, { id, args }: Step) => editor.run(id, ...([args] as Given<typeof id>));
const opened = ({ before }: Situation): Editor => {
  const editor = new Editor(situation);
  for (const step of before) run(editor, step);
  return editor;
};

describe('every command of the registry', () => {
  it.each(situations.map((one) => [one.id, one] as const))(
    '%s is undone and redone as one step, or changes nothing of the template',
    (_, one) => {
      const editor = opened(one);
      const before = editor.history;
      run(editor, one.step);
      const after = editor.history;
      if (!one.changesTemplate) {
        expect(after.present.design).toBe(situation);
        expect(after.past).toEqual([]);
        return;
      }
      expect(after.present.design).not.toEqual(situation);
      expect(after.past).toHaveLength(1);
      const undone = undo(after);
      expect(undone.present.design).toEqual(situation);
      expect(undone.present.selection).toEqual(before.present.selection);
      expect(redo(undone).present.design).toEqual(after.present.design);
    },
  );
});
