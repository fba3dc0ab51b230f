import { connect, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Caddy, hasCaddy, startCaddy } from './caddy.ts';

/** Handshakes with names that nobody verified; `npm run proof -- domains` makes ten thousand. */
const strangers = 100;

/** The edge of production, with its internal authority, in front of two BFFs. Runs in a file that has a verified host. */
export function testEdge(
  context: () => {
    bffs: string[];
    internal: string;
    own: string;
    platform: string;
    lapse: () => Promise<void>;
  },
): void {
  describe.skipIf(!hasCaddy)('behind Caddy', () => {
    let edge: Caddy;
    const open: Caddy['open'] = (name, headers) => edge.open(name, headers);
    const certified = () => edge.certified();

    beforeAll(async () => {
      const { bffs, internal, platform } = context();
      edge = await startCaddy({ bffs, ask: `${internal}/internal/tls-ask` });
      await vi.waitUntil(async () => (await open(platform))?.status === 200);
    });
    afterAll(() => edge?.close());

    it('the platform and a verified name have a certificate and their page; others get no handshake', async () => {
      const { own, platform } = context();
      expect((await open(platform))?.text).toContain('<title>Sello</title>');
      expect(await open(own)).toMatchObject({ status: 200, text: expect.stringContaining('Academia Ana') });
      for (const name of ['pending.test', `www.${own}`, 'unknown.test'])
        expect(await open(name)).toBeUndefined();
      // Caddy tells the BFF the host that it was asked for, whatever the visitor says.
      const spoofed = { 'x-forwarded-host': own, forwarded: `host=${own}` };
      expect((await open(platform, spoofed))?.text).not.toContain('Ana');
      expect(certified()).toEqual([own, platform].sort());
    });

    it('speaks TLS 1.2 and 1.3, and nothing older', async () => {
      const { platform: servername } = context();
      const spoken = (version: SecureVersion): Promise<string | null> =>
        new Promise((resolve) => {
          const socket = connect(
            {
              ...{ host: '127.0.0.1', port: edge.port, servername, rejectUnauthorized: false },
              // Node itself offers what is old only when its own security level is lowered.
              ...{ minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' },
            },
            () => {
              resolve(socket.getProtocol());
              socket.destroy();
            },
          );
          socket.on('error', () => resolve(null));
        });
      expect(await Promise.all((['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).map(spoken))).toEqual([
        ...[null, null, 'TLSv1.2', 'TLSv1.3'],
      ]);
    });

    it(`${strangers} unknown names cause no certificate`, async () => {
      const names = Array.from({ length: strangers }, (_, n) => `n${n}.attacker.test`);
      for (let at = 0; at < names.length; at += 20) {
        const answers = await Promise.all(names.slice(at, at + 20).map((name) => open(name)));
        expect(answers.every((answer) => answer === undefined)).toBe(true);
      }
      expect(certified()).toHaveLength(2);
    });

    it('a lapsed name ends: no page, though its certificate is still there', async () => {
      const { own, lapse } = context();
      await lapse();
      expect(await open(own)).toMatchObject({ status: 421 });
    });
  });
}
