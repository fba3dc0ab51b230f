import type { sessionsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { personSessionView } from '../../views/person-session.ts';

export const list: Handler<(typeof sessionsApi.calls)['list']> = async ({ person }, { store }) => {
  const sessions = await store.sessions.list(person.userId);
  return sessions.map((session) => personSessionView(session, person.sessionId));
};
