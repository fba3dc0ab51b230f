import type { Queue } from '@sello/queue';
import { type InviteRecord, newId, type Store } from '@sello/store';
import { beforeAll, expect, it, vi } from 'vitest';
import { enqueueDueInvites } from '../src/jobs/invite.ts';
import type { MailServer } from './mail-server.ts';
import { addMember, addSigningCertificate, openOrganization } from './organization.ts';

export interface InvitesContext {
  store: Store;
  queue: Queue;
  server: MailServer;
  killWhileSending<Made>(enqueue: () => Promise<Made>): Promise<Made>;
}

/** The letters of invitations, on the stack of the test file. */
export function describeInvites(context: () => InvitesContext): void {
  let store: Store;
  let queue: Queue;
  let server: MailServer;
  let tenantId: string;
  beforeAll(async () => {
    ({ store, queue, server } = context());
    tenantId = await openOrganization(store, 'Academia <b>Norte</b> & Hijos', true);
    await addMember(store, tenantId, { email: 'secretaria@example.test' });
    await addSigningCertificate(store, tenantId, 'secretaria@example.test');
  });

  const sentTo = (to: string) => server.mails.filter((one) => one.to === to);
  const address = (behavior: string) => `${behavior}-${newId()}@example.test`;
  const newCode = () => newId().slice(-10).toUpperCase();

  /** Writes the invitation as the BFF does. */
  async function write(
    email: string,
    { language = 'es' as 'es' | 'pt', tenant = tenantId, expiresAt = new Date(Date.now() + 3_600_000) } = {},
  ): Promise<InviteRecord> {
    const owner = (await store.members.list(tenant)).find(({ role }) => role === 'owner')!;
    return store.invites.create(tenant, {
      ...{ email, code: newCode(), invitedBy: owner.userId, language, expiresAt },
      letter: { id: newId(), state: 'queued', at: new Date(), attempts: 0 },
    });
  }
  const enqueue = ({ tenantId: tenant, _id, letter }: InviteRecord) =>
    queue.enqueue('invite', { tenantId: tenant, inviteId: _id, letterId: letter!.id });
  async function invite(...given: Parameters<typeof write>): Promise<InviteRecord> {
    const written = await write(...given);
    await enqueue(written);
    return written;
  }
  const letterOf = async ({ tenantId: tenant, _id }: InviteRecord) =>
    (await store.invites.get(tenant, _id))!.letter!;
  const becomes = (sent: InviteRecord, letter: object) =>
    vi.waitFor(async () => expect(await letterOf(sent)).toMatchObject({ id: sent.letter!.id, ...letter }));
  /** Resolves when the jobs that were enqueued before it have run. */
  const barrier = async () => becomes(await invite(address('ok')), { state: 'sent' });

  it('arrives once in the language of the inviter, with code and link', async () => {
    const changed: string[] = [];
    const ignore = () => undefined;
    const subscription = await queue.subscribe({
      ...{ batch: ignore, certificate: ignore, domain: ignore, mailPause: ignore, preflight: ignore },
      invite: (event) => void changed.push(event.inviteId),
    });
    for (const [language, subject, heading] of [
      ['es', 'Invitación a Academia <b>Norte</b> & Hijos', 'Owner le invita a'],
      ['pt', 'Convite para Academia <b>Norte</b> & Hijos', 'Owner convida você para'],
    ] as const) {
      const sent = await invite(address('ok'), { language });
      await enqueue(sent);
      await becomes(sent, { state: 'sent', attempts: 1 });
      await enqueue(sent);
      await barrier();
      expect(sentTo(sent.email)).toHaveLength(1);
      const { mail } = sentTo(sent.email)[0]!;
      expect(mail.subject).toBe(subject);
      expect(mail.text).toContain(heading);
      expect(mail.text).toContain(`${sent.code.slice(0, 5)} ${sent.code.slice(5)}`);
      expect(mail.text).toContain(`https://sello.test/accept-invite/${sent._id}${sent.secret}`);
      expect(mail.html).toContain(`href="https://sello.test/accept-invite/${sent._id}${sent.secret}"`);
      expect(mail.html).toContain(`${sent.code.slice(0, 5)} ${sent.code.slice(5)}`);
      expect(mail.html).toContain('Academia &lt;b&gt;Norte&lt;/b&gt; &amp; Hijos');
      expect(mail.from?.value[0]?.address).toBe('certificates@sello.test');
      expect(mail.replyTo?.value[0]?.address).toBe('secretaria@example.test');
      expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
      expect(mail.messageId).toBe(`<${sent.letter!.id}@sello.test>`);
      expect(mail.attachments).toEqual([]);
      await vi.waitFor(() => expect(changed).toContain(sent._id));
    }
    await subscription.close();
  });

  it('is refused with the words of the mail server, and sent again by a person', async () => {
    const sent = await invite(address('refuse'));
    const reply = expect.stringContaining('No such mailbox here');
    await becomes(sent, { state: 'refused', code: 'email_refused', reply });
    await enqueue(sent);
    await barrier();
    expect(await letterOf(sent)).toMatchObject({ state: 'refused', attempts: 1 });

    const first = await invite(address('ok'));
    await becomes(first, { state: 'sent' });
    const again = await invite(first.email);
    expect(again._id).toBe(first._id);
    await becomes(again, { state: 'sent' });
    expect(sentTo(first.email)).toHaveLength(2);
    const [older, newer] = sentTo(first.email);
    expect(newer!.mail.text).toContain(`${again.code.slice(0, 5)} ${again.code.slice(5)}`);
    expect(newer!.mail.messageId).not.toBe(older!.mail.messageId);
    expect(await store.invites.acrossTenants.byCode(first.code)).toBeNull();
    expect(await store.invites.acrossTenants.byCode(again.code)).toMatchObject({ _id: again._id });
  });

  it('is of unknown outcome, and not sent again, when the connection broke or the worker was killed', async () => {
    const dropped = await invite(address('drop-after'));
    await becomes(dropped, { state: 'unknown', code: 'email_unknown' });
    const killed = await context().killWhileSending(() => invite(address('hold')));
    await becomes(killed, { state: 'unknown', code: 'email_unknown' });
    for (const sent of [dropped, killed]) {
      await enqueue(sent);
      await barrier();
      expect(sentTo(sent.email)).toHaveLength(1);
      expect(await letterOf(sent)).toMatchObject({ state: 'unknown' });
    }
  });

  it('waits while the mail server is unavailable, with its words', async () => {
    const sent = await invite(address('drop-before'));
    await becomes(sent, { state: 'queued', attempts: 1, retryAt: expect.any(Date) });
    expect((await letterOf(sent)).retryAt!.getTime()).toBeGreaterThan(Date.now() + 5_000);
    await store.invites.revoke(tenantId, sent._id);

    const putOff = await invite(address('greylist'));
    const reply = expect.stringContaining('Greylisted');
    await becomes(putOff, { state: 'queued', attempts: 1, retryAt: expect.any(Date), reply });
    // A person need not wait for the retry: that is a letter of its own, sent at once.
    const again = await invite(putOff.email);
    await becomes(again, { state: 'sent', attempts: 1 });
    expect(sentTo(putOff.email)).toHaveLength(1);
  });

  it('is not sent for an invitation that was revoked, renewed, accepted or has expired', async () => {
    const [revoked, renewed, accepted] = [
      await write(address('ok')),
      await write(address('ok')),
      await write(address('ok')),
    ];
    const expired = await write(address('ok'), { expiresAt: new Date(Date.now() - 1_000) });
    await store.invites.revoke(tenantId, revoked._id);
    await store.invites.acrossTenants.accept(accepted._id, newId());
    const newer = await write(renewed.email);
    for (const one of [revoked, renewed, accepted, expired, newer]) await enqueue(one);
    await becomes(newer, { state: 'sent' });
    await barrier();
    for (const one of [revoked, accepted, expired]) expect(sentTo(one.email)).toEqual([]);
    expect(sentTo(renewed.email)).toHaveLength(1);
    expect(sentTo(renewed.email)[0]!.mail.text).toContain(newer.code.slice(5));
  });

  it('is enqueued by the reconciler when the queue did not get it', async () => {
    const lost = await write(address('ok'));
    const { lettersDue } = store.invites.acrossTenants;
    const inAMinute = { lettersDue: () => lettersDue(new Date(Date.now() + 60_000)) };
    await enqueueDueInvites({
      store: {
        invites: { ...store.invites, acrossTenants: { ...store.invites.acrossTenants, ...inAMinute } },
      },
      queue,
    });
    await becomes(lost, { state: 'sent' });
    expect(sentTo(lost.email)).toHaveLength(1);
  });

  it('is not sent once the organization is deleted, and sent by a person when it is restored', async () => {
    const ended = await openOrganization(store, 'Academia Cerrada', true);
    const waiting = await write(address('ok'), { tenant: ended });
    const at = new Date();
    await store.tenants.delete(ended, { at, by: newId(), until: new Date(at.getTime() + 60_000) });
    await enqueue(waiting);
    await becomes(waiting, { state: 'refused', code: 'organization_deleted', attempts: 0 });
    await store.tenants.restore(ended);
    const again = await invite(waiting.email, { tenant: ended });
    await becomes(again, { state: 'sent' });
    expect(sentTo(waiting.email)).toHaveLength(1);
  });

  it('is not sent while the organization’s mail is paused or its quota is used up', async () => {
    const paused = await openOrganization(store, 'Academia Pausada', true);
    await store.mailAccounts.pause(paused, { by: newId(), reason: 'Complaints' });
    const stopped = await invite(address('ok'), { tenant: paused });
    await becomes(stopped, { state: 'refused', code: 'mail_paused', attempts: 0 });
    await store.mailAccounts.resume(paused);
    const resumed = await invite(stopped.email, { tenant: paused });
    await becomes(resumed, { state: 'sent' });
    expect(sentTo(stopped.email)).toHaveLength(1);

    const unproven = await openOrganization(store, 'Academia Nueva', false);
    await store.mailAccounts.take(unproven, 19, { perHour: null, perDay: null });
    const last = await invite(address('ok'), { tenant: unproven });
    await becomes(last, { state: 'sent' });
    const beyond = await invite(address('ok'), { tenant: unproven });
    await becomes(beyond, { state: 'refused', code: 'mail_quota_reached' });
    expect(sentTo(beyond.email)).toEqual([]);
  });
}
