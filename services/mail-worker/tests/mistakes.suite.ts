import { randomBytes } from 'node:crypto';
import { printCertId } from '@sello/contracts';
import type { Queue } from '@sello/queue';
import { type MistakeReportRecord, newId, type Store } from '@sello/store';
import { beforeAll, expect, it, vi } from 'vitest';
import { enqueueDueMistakes } from '../src/jobs/mistake.ts';
import type { MailServer } from './mail-server.ts';
import { addMember, addSigningCertificate } from './organization.ts';

export interface MistakesContext {
  store: Store;
  queue: Queue;
  server: MailServer;
  tenantId: string;
  issue(holder: string, signed?: { signingCertificateId: string }): Promise<{ certId: string }>;
  killWhileSending<Made>(enqueue: () => Promise<Made>): Promise<Made>;
}

/** The two letters of a report, on the stack of the test file. */
export function describeMistakes(context: () => MistakesContext): void {
  let store: Store;
  let queue: Queue;
  let server: MailServer;
  let tenantId: string;
  let certId: string;
  const holder = 'Lucía <b>Quispe</b>';
  beforeAll(async () => {
    ({ store, queue, server, tenantId } = context());
    ({ certId } = await context().issue(holder));
  });

  const sentTo = (to: string) => server.mails.filter((one) => one.to === to);
  const address = (behavior: string) => `${behavior}-${newId()}@example.test`;
  const words = 'Mamaní has an accent.\n<script>alert(1)</script> {holder}';

  /** Writes the report as the BFF does. */
  const write = (email: string, { about = certId, language = 'es' as 'es' | 'en' | 'pt' } = {}) =>
    store.mistakeReports.ask(tenantId, {
      ...{ certId: about, about: 'data', text: words, email, language },
      token: randomBytes(16).toString('hex'),
    });
  const enqueue = ({ _id, letter }: MistakeReportRecord) =>
    queue.enqueue('mistake', { tenantId, reportId: _id, letterId: letter.id });
  const becomes = ({ _id, letter }: MistakeReportRecord, expected: object) =>
    vi.waitFor(async () =>
      expect((await store.mistakeReports.get(tenantId, _id))?.letter).toMatchObject({
        id: letter.id,
        ...expected,
      }),
    );
  async function confirm({ token }: MistakeReportRecord): Promise<MistakeReportRecord> {
    const confirmed = (await store.mistakeReports.acrossTenants.confirm(token))!;
    await enqueue(confirmed);
    return confirmed;
  }
  const forOperators = async () =>
    (await store.reports.acrossTenants.list({ tenantId })).items.map(
      ({ _id, certId: about, email, mistake }) => ({
        ...{ _id, certId: about, email, mistake },
      }),
    );

  it('asks the reporter first, without the report’s words, and takes it to the contact once', async () => {
    const asked = await write(address('ok'));
    for (let times = 0; times < 2; times++) await enqueue(asked);
    await becomes(asked, { state: 'sent', attempts: 1 });
    const before = sentTo('registro@example.test').length;
    const confirmed = await confirm(asked);
    await enqueue(confirmed);
    await enqueue(asked);
    await becomes(confirmed, { state: 'sent', attempts: 1 });

    expect(sentTo(asked.email)).toHaveLength(1);
    const first = sentTo(asked.email)[0]!.mail;
    expect(first.subject).toBe('Confirme su aviso a Instituto Cordillera');
    expect(first.from?.value[0]).toMatchObject({ name: 'Sello', address: 'certificates@sello.test' });
    for (const body of [first.text, first.html as string]) {
      expect(body).toContain(`https://sello.test/report/${asked.token}`);
      expect(body).toContain(printCertId(certId));
      expect(body).not.toContain('Mamaní');
      expect(body).not.toContain('Quispe');
    }

    const second = sentTo('registro@example.test').slice(before);
    expect(second).toHaveLength(1);
    const { mail } = second[0]!;
    expect(mail.subject).toBe(`Aviso de un error en el certificado ${printCertId(certId)}`);
    expect(mail.replyTo?.value[0]?.address).toBe(asked.email);
    expect(mail.text).toContain('> Mamaní has an accent.\n> <script>alert(1)</script> {holder}');
    expect(mail.text).toContain(`https://sello.test/verify/${certId}`);
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; {holder}');
    expect(mail.html).toContain('Lucía &lt;b&gt;Quispe&lt;/b&gt;');
    expect(await forOperators()).not.toContainEqual(expect.objectContaining({ email: asked.email }));
  });

  it('is of unknown outcome after a crash, and another letter is sent when the reporter asks for it', async () => {
    const killed = await context().killWhileSending(async () => {
      const asked = await write(address('hold'));
      await enqueue(asked);
      return asked;
    });
    await becomes(killed, { state: 'unknown' });
    expect(sentTo(killed.email)).toHaveLength(1);
    const again = await write(killed.email);
    expect(again).toMatchObject({ _id: killed._id, token: killed.token, letter: { state: 'queued' } });
    expect(again.letter.id).not.toBe(killed.letter.id);
  });

  it('goes to the operators when the organization’s address does not take it', async () => {
    const contact = address('refuse');
    await addMember(store, tenantId, { email: contact });
    const signingCertificateId = await addSigningCertificate(store, tenantId, contact);
    const { certId: signed } = await context().issue('Ana Ruiz', { signingCertificateId });
    const asked = await write(address('ok'), { about: signed, language: 'pt' });
    await enqueue(asked);
    await becomes(asked, { state: 'sent' });
    const confirmed = await confirm(asked);
    await becomes(confirmed, { state: 'refused', code: 'email_refused' });
    expect(await forOperators()).toContainEqual({
      ...{ _id: asked._id, certId: signed, email: asked.email, mistake: 'data' },
    });
  });

  it('is enqueued by the reconciler when the queue did not get it', async () => {
    const lost = await write(address('ok'), { language: 'en' });
    const { acrossTenants } = store.mistakeReports;
    const inAMinute = { lettersDue: () => acrossTenants.lettersDue(new Date(Date.now() + 60_000)) };
    await enqueueDueMistakes({
      store: {
        mistakeReports: { ...store.mistakeReports, acrossTenants: { ...acrossTenants, ...inAMinute } },
      },
      queue,
    });
    await becomes(lost, { state: 'sent' });
    expect(sentTo(lost.email)).toHaveLength(1);
  });
}
