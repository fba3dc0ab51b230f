import './saving.css';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { useStore } from '../../state/useStore.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { FaultText } from '../session/FaultText.tsx';
import { type Fault, faultOf } from '../session/fault-place.ts';
import { useEditor } from '../session/use-editor.ts';
import type { SaveState } from './save-state.ts';
import type { Saving } from './saving.ts';
import { signInAgain } from './useSaving.ts';

/** A line under the top bar: what the state means and what can be done about it, or what was restored. */
export function SaveNotice({ saving, onConflict }: { saving: Saving; onConflict: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const state = useStore(saving.saver.state);
  const notice = useStore(saving.notice);
  const fault = useNotice(state);
  if (fault) {
    const act = actOf(state, saving, onConflict);
    return (
      <Line tone={state.kind === 'offline' ? 'warn' : 'bad'}>
        <FaultText fault={fault} />
        <RetryIn state={state} />
        {state.isKept ? null : <strong>{t('editorSaving.notKept')}</strong>}
        {act ? (
          <button type="button" className="link" onClick={act}>
            {t(`editorSaving.act.${state.kind as 'failed'}`)}
          </button>
        ) : null}
      </Line>
    );
  }
  if (notice === null) return null;
  return (
    <Line tone="warn" onClose={() => saving.notice.set(null)}>
      <span>
        {notice.kind === 'restored'
          ? t('editorSaving.restored', {
              time: format.time(new Date(notice.at)),
              day: format.dayOf(new Date(notice.at).toISOString()),
            })
          : t('editorSaving.elsewhere')}
      </span>
      {notice.kind === 'restored' ? (
        <button type="button" className="link" onClick={saving.discardRestored}>
          {t('editorSaving.discard')}
        </button>
      ) : null}
    </Line>
  );
}

function actOf(state: SaveState, { saver }: Saving, onConflict: () => void): (() => void) | null {
  switch (state.kind) {
    case 'failed':
    case 'offline':
      return saver.retry;
    case 'signedOut':
      return signInAgain;
    case 'conflict':
      return onConflict;
    case 'deleted':
      return saver.detach;
    default:
      return null;
  }
}

/** What happened, for states that a person has to know about. */
function useNotice(state: SaveState): Fault | null {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const say = (text: string): Fault => ({ text, show: null });
  switch (state.kind) {
    case 'new':
    case 'saved':
    case 'saving':
      return state.isKept || state.kind !== 'saving' ? null : say(t('editorSaving.text.saving'));
    case 'failed':
    case 'refused':
    case 'forbidden': {
      const { text: cause, show } = faultOf(state.error, session, { t, format });
      return { text: t(`editorSaving.text.because.${state.kind}`, { cause }), show };
    }
    case 'offline':
    case 'signedOut':
      return say(state.isKept ? t(`editorSaving.text.${state.kind}`) : t('editorSaving.text.saving'));
    case 'deleted':
      return say(t('editorSaving.text.deleted'));
    case 'conflict': {
      const { updatedBy } = state.conflict;
      return say(
        updatedBy === undefined
          ? t('editorSaving.text.conflictSomebody')
          : t('editorSaving.text.conflict', { name: updatedBy }),
      );
    }
  }
}

/** Counts the seconds to the next attempt; not read out each second. */
function RetryIn({ state }: { state: SaveState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const retryAt = 'retryAt' in state ? state.retryAt : null;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (retryAt === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [retryAt]);
  if (retryAt === null) return null;
  const count = Math.max(1, Math.ceil((retryAt - now) / 1_000));
  return (
    <span className="num" aria-live="off">
      {t('editorSaving.retryIn', { count, number: format.count(count) })}
    </span>
  );
}

function Line({
  tone,
  children,
  onClose,
}: {
  tone: 'warn' | 'bad';
  children: ReactNode;
  onClose?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={`save-notice save-notice--${tone}`} role="status">
      <Icon name="bang" />
      <p>{children}</p>
      {onClose ? <IconButton icon="cross" label={t('common.close')} onClick={onClose} /> : null}
    </div>
  );
}
