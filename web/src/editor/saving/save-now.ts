import type { TFunction } from 'i18next';
import { toast } from '../../ui/toast/queue.ts';
import { wordOf } from './save-state.ts';
import type { Saving } from './saving.ts';

/** Saves without waiting for the next automatic save, and says whether the server has everything. */
export async function saveNow({ saver }: Pick<Saving, 'saver'>, t: TFunction): Promise<void> {
  await saver.flush();
  const state = saver.state.get();
  if (state.kind === 'saved') toast({ tone: 'ok', title: t('editorSaving.savedNow') });
  else if (state.kind === 'new') toast({ tone: 'info', title: t('editorSaving.state.new') });
  // What has to be decided is said above the page.
  else toast({ tone: 'warn', title: String(t(wordOf(state))) });
}
