import './saving.css';
import { useTranslation } from 'react-i18next';
import { type Formatters, useFormat } from '../../i18n/format.ts';
import { useStore } from '../../state/useStore.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { SavingIcon } from './icons.tsx';
import { type SaveState as State, wordOf } from './save-state.ts';
import type { Saving } from './saving.ts';

type Tone = 'ok' | 'warn' | 'bad';

const tones: Record<State['kind'], Tone> = {
  new: 'ok',
  saved: 'ok',
  saving: 'warn',
  offline: 'warn',
  failed: 'bad',
  signedOut: 'bad',
  conflict: 'bad',
  deleted: 'bad',
  refused: 'bad',
  forbidden: 'bad',
};

const classes: Record<Tone, string> = { ok: 'saved', warn: 'saved saved--warn', bad: 'saved saved--bad' };

/** The time of today, the day of any other. */
function whenOf(moment: Date, format: Formatters): string {
  const isToday = moment.toDateString() === new Date().toDateString();
  return isToday ? format.time(moment) : format.shortDayOf(moment.toISOString());
}

function Mark({ tone }: { tone: Tone }) {
  if (tone === 'warn') return <SavingIcon name="half" />;
  return <Icon name={tone === 'ok' ? 'check' : 'ringCross'} />;
}

/** The mark and the word in the top bar that say where the newest version is. */
export function SaveState({ saving }: { saving: Saving }) {
  const { t } = useTranslation();
  const format = useFormat();
  const state = useStore(saving.saver.state);
  const tone = tones[state.kind];
  const values = state.kind === 'saved' ? { time: whenOf(new Date(state.at), format) } : {};
  return (
    <span className={classes[tone]} role="status">
      {/* An empty sheet that nobody changed has no mark: nothing is saved, and nothing is missing. */}
      {state.kind === 'new' ? null : <Mark tone={tone} />}
      <span>{String(t(wordOf(state), values))}</span>
    </span>
  );
}
