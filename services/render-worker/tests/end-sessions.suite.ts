import { newId } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { runEndSessions } from '../src/end-sessions/command.ts';
import { runHere } from './commands.ts';
import type { Fixture } from './fixture.ts';

/** The command of operators that signs people out. */
export function describeEndSessions(fixture: () => Fixture): void {
  const run = (...args: string[]) => runHere(runEndSessions, { MONGO_URL: fixture().env.MONGO_URL }, ...args);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const signIn = async (email: string, subject: string = newId()) => {
    const { store } = fixture();
    const person = { issuer: 'https://issuer.example', subject, email, emailVerified: true, name: 'Inés' };
    const user = await store.users.signIn(person);
    return {
      userId: user._id,
      sessionId: (await store.sessions.create({ userId: user._id, expiresAt }))._id,
    };
  };
  const isOpen = async (sessionId: string) => (await fixture().store.sessions.get(sessionId)) !== null;

  describe('the sessions of a person', () => {
    it('are ended by the operator, of one person or of all, and the organization reads of it', async () => {
      const { store } = fixture();
      const [phone, other] = [await signIn('Ines@example.org', 'a'), await signIn('other@example.org')];
      const laptop = await signIn('ines@example.org', 'a');
      // Another account of the identity provider with the same address.
      const second = await signIn('INES@example.org', 'b');
      const owner = { userId: phone.userId, email: 'ines@example.org', name: 'Inés' };
      const { _id: tenantId } = await store.tenants.create({ name: 'Academia Prado', owner });

      const { code, output } = await run('ines@EXAMPLE.org');
      expect([code, output.split('\n').sort()]).toEqual([
        0,
        ['INES@example.org: 1 sessions ended.', 'ines@example.org: 2 sessions ended.'],
      ]);
      for (const { sessionId } of [phone, laptop, second]) expect(await isOpen(sessionId)).toBe(false);
      expect(await isOpen(other.sessionId)).toBe(true);
      const { items } = await store.auditLog.list(tenantId, { actorId: phone.userId });
      expect(items).toMatchObject([{ action: 'auth.sessions-ended', actorName: 'Inés' }]);

      expect(await run('nobody@example.org')).toEqual({
        code: 1,
        output: 'Nobody signed in as nobody@example.org.',
      });
      for (const args of [[], ['ines@example.org', '--everybody'], ['--all']])
        expect((await run(...args)).code, args.join(' ')).toBe(2);
      expect(await run('--everybody')).toEqual({ code: 0, output: '1 sessions of all people ended.' });
      expect(await isOpen(other.sessionId)).toBe(false);
    });
  });
}
