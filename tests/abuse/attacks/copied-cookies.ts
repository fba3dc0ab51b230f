import { randomBytes } from 'node:crypto';
import {
  Browser,
  CookieJar,
  openSession,
  type Session,
} from '../../../packages/dev-stack/src/seed/session.ts';
import type { Attack } from '../attack.ts';

/** Somebody has copied the cookie of a browser, and has not what its page keeps. */
export const copiedCookies: Attack = {
  name: 'copied-cookies',
  title: 'opens no session by a copied cookie, and ends the one that it is of',
  async run({ stack }, size) {
    const url = new URL('/auth/v1/token?grant_type=refresh_token', stack.app);
    const refresh = (cookie: string, handle: string): Promise<Response> =>
      fetch(url, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: handle }),
      });
    const stillOpen = async ({ access_token }: Session): Promise<boolean> => {
      const headers = { authorization: `Bearer ${access_token}` };
      const response = await fetch(`${stack.app}/auth/v1/user`, { headers });
      await response.arrayBuffer();
      return response.ok;
    };
    const figures = { tried: 0, opened: 0, leftOpen: 0 };
    const count = size === 'sample' ? 1 : 20;
    for (let round = 0; round < count; round++) {
      // The cookie that is current, and its parent after the owner went on.
      for (const isParent of [false, true]) {
        const jar = new CookieJar();
        const email = `${randomBytes(6).toString('hex')}@abuse.example`;
        const { session } = await openSession(stack.app, stack.issuer.url, email, new Browser(jar));
        const copied = jar.header(url);
        if (isParent && !(await refresh(copied, session.refresh_token)).ok)
          throw new Error('the owner cannot go on');
        const answer = await refresh(copied, randomBytes(24).toString('base64url'));
        figures.tried++;
        if (answer.ok || answer.headers.getSetCookie().some((line) => /sello_refresh=[^;]/.test(line)))
          figures.opened++;
        await answer.arrayBuffer();
        if (await stillOpen(session)) figures.leftOpen++;
      }
    }
    return figures;
  },
  bounds: { tried: { min: 2 }, opened: { max: 0 }, leftOpen: { max: 0 } },
};
