import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type Configuration, errors, interactionPolicy, type JWKS } from 'oidc-provider';
import { z } from 'zod';
import { type Listening, listen, readBody, sendPage } from '../pages/server.ts';
import { MemoryAdapter } from './memory-adapter.ts';
import { choosePage, errorPage, expiredPage } from './pages.ts';
import { type Account, nameOf, type Person, subjectOf } from './people.ts';

export interface IssuerOptions {
  port: number;
  people: readonly Person[];
  clientId: string;
  clientSecret: string;
  keys: JWKS;
  cookieKey: string;
  /** Origins beside this machine's own to which sign-in may return. */
  origins: string[];
}

const address = z.email().max(254);

/**
 * A test OpenID Connect issuer in place of Google: code flow with PKCE, an account chosen on a page, no password. Every
 * chosen address counts as verified.
 */
export async function startIssuer(options: IssuerOptions): Promise<Listening> {
  const accounts = new Map<string, Account>();
  const accountOf = (email: string): Account => {
    const known = options.people.find((person) => person.email.toLowerCase() === email.toLowerCase());
    const person = known ?? { name: nameOf(email), email: email.toLowerCase(), role: '' };
    const account = { ...person, sub: subjectOf(email) };
    accounts.set(account.sub, account);
    return account;
  };
  const url = `http://localhost:${options.port}`;
  const provider = new Provider(url, configuration(options, accounts));
  // Any port of this machine is a valid redirect URI, because the services use free ports.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => {
    const { protocol, hostname, origin } = new URL(uri);
    return (protocol === 'http:' && isLoopback(hostname)) || options.origins.includes(origin);
  };
  const protocol = provider.callback();

  return listen(
    options.port,
    async (request, response, at) => {
      const [section, uid, action] = at.pathname.split('/').filter(Boolean);
      if (section !== 'interaction' || uid === undefined) return protocol(request, response);
      try {
        await interact(request, response, uid, action);
      } catch (error) {
        if (!(error instanceof errors.SessionNotFound)) throw error;
        sendPage(response, expiredPage(), 400);
      }
    },
    false,
  );

  async function interact(
    request: IncomingMessage,
    response: ServerResponse,
    uid: string,
    action: string | undefined,
  ): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    const hint = typeof params.login_hint === 'string' ? params.login_hint : '';
    const choose = (problem: string | null): void =>
      sendPage(
        response,
        choosePage({ uid, people: options.people, hint, problem }),
        problem === null ? 200 : 400,
      );
    if (request.method !== 'POST') return choose(null);
    if (action === 'cancel') {
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'The person did not choose an account',
      });
    }
    const given = address.safeParse(new URLSearchParams(await readBody(request)).get('email')?.trim());
    if (!given.success) return choose('That is not an e-mail address.');
    const { sub } = accountOf(given.data);
    await provider.interactionFinished(request, response, {
      login: { accountId: sub, remember: true },
      // Resolves the prompt that the client requested.
      select_account: {},
    });
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

function configuration(options: IssuerOptions, accounts: Map<string, Account>): Configuration {
  const policy = interactionPolicy.base();
  // As with Google for people with several accounts, the choice is shown each time.
  policy.add(
    new interactionPolicy.Prompt(
      { name: 'select_account', requestable: true },
      new interactionPolicy.Check('not_chosen', 'An account has to be chosen', (context) =>
        context.oidc.result?.login === undefined
          ? interactionPolicy.Check.REQUEST_PROMPT
          : interactionPolicy.Check.NO_NEED_TO_PROMPT,
      ),
    ),
    0,
  );
  return {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: ['http://localhost/auth/v1/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: options.keys,
    cookies: { keys: [options.cookieKey] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'locale'] },
    // As with Google, the claims are in the ID token itself.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { policy, url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 3600, IdToken: 3600, Interaction: 3600, Grant: 1_209_600, Session: 1_209_600 },
    pkce: { required: () => true },
    findAccount: (_context, sub) => {
      const account = accounts.get(sub);
      if (!account) return undefined;
      const { name, email } = account;
      return { accountId: sub, claims: () => ({ sub, email, email_verified: true, name, locale: 'en' }) };
    },
    renderError: (context, out) => {
      context.type = 'html';
      context.body = errorPage(out.error_description ?? out.error);
    },
    // No consent page, because the only client is the product itself.
    async loadExistingGrant(context) {
      const { client, session, provider, params } = context.oidc;
      const known = session?.grantIdFor(client!.clientId);
      if (known) {
        const grant = await provider.Grant.find(known);
        if (grant) return grant;
      }
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope(String(params?.scope ?? 'openid'));
      await grant.save();
      return grant;
    },
  };
}
