import type { sessionsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

/** Another person's session is answered like one that does not exist. */
export const end: Handler<(typeof sessionsApi.calls)['end']> = async (
  { person, body },
  { store, sockets, audit },
) => {
  if (!(await store.sessions.endOf(person.userId, body.id))) throw new AppError('not_found');
  sockets.evictSessions([body.id]);
  await audit.noteEverywhere(person, { action: 'sessions.end', target: body.id });
  return { success: true };
};
