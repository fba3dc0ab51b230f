import { randomInt } from 'node:crypto';
import { limits, type MistakeKind } from '@sello/contracts';
import type { MistakeReportRecord, NewCertificate, Store } from '@sello/store';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestStack } from './stack.ts';

/** Reports of mistakes, up to the letters that a mail-worker sends. Runs in a file that has a stack and issues. */
export function testMistakes(
  context: () => { stack: TestStack; issue(more?: object): Promise<NewCertificate> },
): void {
  describe('a report of a mistake', () => {
    let app: string;
    let store: Store;
    beforeAll(async () => {
      ({ store } = context().stack);
      ({ app } = await context().stack.startBff({ TRUST_PROXY: '1' }));
    });

    const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
    const post = (fn: string, body: object, address = anyAddress()) =>
      fetch(`${app}/api/verify?fn=${fn}`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      });
    /** Status and body of a reply. */
    const answer = async (reply: Response) => ({
      status: reply.status,
      body: (await reply.json()) as Record<string, unknown>,
    });
    const build = (certId: string, more: object = {}) => ({
      ...{ certId, about: 'data' as MistakeKind, text: 'Mamaní has an accent.\nSo has José.' },
      ...{ email: `lucia-${randomInt(1e9)}@correo.test`, language: 'es', ...more },
    });
    const later = (ms: number) => new Date(Date.now() + ms);
    /** The reports whose letter a worker would be given by now. */
    const waiting = async (certId: string): Promise<MistakeReportRecord[]> =>
      (await store.mistakeReports.acrossTenants.lettersDue(later(60_000))).filter(
        (one) => one.certId === certId,
      );

    it('waits for its reporter, is passed on once by the link, and says the same when it is opened again', async () => {
      const { _id: certId } = await context().issue();
      const report = build(certId);
      for (let sent = 0; sent < 2; sent++) {
        expect(await answer(await post('report-mistake', report))).toEqual({
          status: 200,
          body: { success: true },
        });
      }
      const [asked, ...others] = await waiting(certId);
      expect(others).toEqual([]);
      expect(asked).toMatchObject({ ...report, letter: { state: 'queued' } });
      expect(asked!.confirmedAt).toBeUndefined();

      const opened = [];
      for (let times = 0; times < 2; times++) {
        opened.push((await answer(await post('confirm-report', { token: asked!.token }))).body);
      }
      expect(opened[0]).toEqual({ certId, organization: 'Academia Ana', confirmedAt: expect.any(String) });
      expect(opened[1]).toEqual(opened[0]);
      const [confirmed] = await waiting(certId);
      expect(confirmed).toMatchObject({
        _id: asked!._id,
        confirmedAt: new Date(opened[0]!.confirmedAt as string),
      });
      expect(confirmed!.letter.id).not.toBe(asked!.letter.id);
      // Sent again it is the same report, which has been passed on.
      expect((await post('report-mistake', report)).status).toBe(200);
      expect((await waiting(certId))[0]!.letter.id).toBe(confirmed!.letter.id);
    });

    it('is not taken for a certificate that is not there, and its link ends', async () => {
      const missing = await post('report-mistake', build('0'.repeat(26)));
      expect(await answer(missing)).toMatchObject({ status: 404, body: { code: 'issued_not_found' } });
      for (const token of ['f'.repeat(32), 'x', '']) {
        const unknown = await post('confirm-report', { token });
        expect((await answer(unknown)).body).toMatchObject({ code: 'report_link_invalid' });
      }
      const { _id: certId } = await context().issue();
      await post('report-mistake', build(certId));
      const [{ token }] = (await waiting(certId)) as [MistakeReportRecord];
      const { confirm } = store.mistakeReports.acrossTenants;
      expect(await confirm(token, undefined, later(limits.reportLinkMs + 1_000))).toBeNull();
      expect(await confirm(token)).toMatchObject({ certId });
    });

    it('is refused with bad fields, and a form that a program filled in leaves nothing behind', async () => {
      const { _id: certId } = await context().issue();
      for (const wrong of [
        ...[{ email: 'lucia@correo' }, { email: `${'a'.repeat(300)}@correo.test` }, { text: ' \n ' }],
        ...[
          { text: 'x'.repeat(limits.reportText + 1) },
          { about: 'impostor' },
          { certId: 'x' },
          { language: 'de' },
        ],
      ]) {
        const reply = await post('report-mistake', build(certId, wrong));
        expect([wrong, reply.status]).toEqual([wrong, 400]);
      }
      const trapped = await post('report-mistake', build(certId, { website: 'https://spam.test' }));
      expect(await answer(trapped)).toEqual({ status: 200, body: { success: true } });
      expect(await waiting(certId)).toEqual([]);
    });

    it('is limited by connection and by address, with the time to wait', async () => {
      const { _id: certId } = await context().issue();
      const connection = anyAddress();
      // Those about an issuer are counted with them.
      const issuer = { certId, text: 'This is not the institute.' };
      expect((await post('report', issuer, connection)).status).toBe(200);
      for (let sent = 0; sent < 4; sent++)
        expect((await post('report-mistake', build(certId), connection)).status).toBe(200);
      const email = `flooded-${randomInt(1e9)}@correo.test`;
      for (let sent = 0; sent < 3; sent++) {
        const reply = await post('report-mistake', build(certId, { email, text: `Report ${sent}` }));
        expect(reply.status).toBe(200);
      }
      for (const [by, reply, seconds] of [
        ['connection', await post('report-mistake', build(certId), connection), 3_600 / 5],
        ['connection', await post('report', issuer, connection), 3_600 / 5],
        ['address', await post('report-mistake', build(certId, { email: email.toUpperCase() })), 86_400 / 3],
      ] as const) {
        const wait = Number(reply.headers.get('retry-after'));
        expect(await answer(reply)).toMatchObject({
          status: 429,
          body: { details: { by, retryAfter: wait } },
        });
        expect(wait).toBeGreaterThan(seconds / 2);
        expect(wait).toBeLessThanOrEqual(seconds);
      }
      expect(await waiting(certId)).toHaveLength(7);
    });

    it.each([
      ['report', (certId: string) => ({ certId, text: 'This is not the institute.' })],
      ['report-mistake', (certId: string) => build(certId)],
    ] as const)(
      'is limited by certificate (%s), and connections that write again leave room for others',
      async (fn, bodyOf) => {
        const certIds = await Promise.all(
          Array.from({ length: 4 }, async () => (await context().issue())._id),
        );
        const send = async (certId: string, address?: string) => {
          const { status, body } = await answer(await post(fn, bodyOf(certId), address));
          return status === 200 ? 'taken' : (body.details as { by: string }).by;
        };
        const [flooded, ...others] = certIds as [string, ...string[]];
        for (let sent = 0; sent < 20; sent++) expect(await send(flooded)).toBe('taken');
        expect(await send(flooded)).toBe('certificate');
        // Seven connections that write again and again.
        const strangers = Array.from({ length: 7 }, anyAddress);
        const outcomes: string[] = [];
        for (const [at, address] of strangers.entries())
          for (let time = 0; time < 5; time++) outcomes.push(await send(others[at % 3]!, address));
        expect(outcomes).toContain('organization');
        expect(await send(others[0]!)).toBe('taken');
      },
    );
  });
}
