import { currentUser, session } from './session.ts';

/** Calls back when the signed-in person changes or signs out. A session that is not known yet changes nothing. */
export function onPersonChange(changed: (now: { isSomebody: boolean; wasSomebody: boolean }) => void): void {
  let person = currentUser(session.get())?.id;
  session.subscribe(() => {
    const state = session.get();
    const now = currentUser(state)?.id;
    if (state.status === 'starting' || state.status === 'unreachable' || now === person) return;
    changed({ isSomebody: now !== undefined, wasSomebody: person !== undefined });
    person = now;
  });
}
