import type { StackContext } from '../context.ts';
import type { Backing } from '../providers.ts';
import { startIssuer } from './issuer.ts';
import type { Person } from './people.ts';

const CLIENT = 'sello';
const GIVEN = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** The OpenID Connect issuer: the one of OIDC_ISSUER, else the test issuer. */
export async function startSignIn(
  context: StackContext,
  people: readonly Person[],
  origins: string[],
): Promise<Backing & { url: string; people: readonly Person[] }> {
  const { environment, secrets, ports } = context;
  const backing = await context.providers.first(
    'Sign-in',
    [
      {
        provider: 'environment',
        timeoutMs: 1_000,
        start: async () => {
          if (!environment.OIDC_ISSUER) return null;
          const env: Record<string, string> = {};
          for (const name of GIVEN) if (environment[name]) env[name] = environment[name];
          return { env, close: async () => {} };
        },
      },
      {
        provider: 'embedded',
        timeoutMs: 15_000,
        start: async () => {
          const before = ports.before('issuer');
          const port = await ports.take('issuer');
          // Users are identified by the issuer's URL, which contains its port: with another port everybody would be a
          // new user.
          if (before !== undefined && port !== before) {
            throw new Error(
              `port ${before}, where the people of this data sign in, is taken by another program`,
            );
          }
          const server = await startIssuer({
            port,
            people,
            clientId: CLIENT,
            clientSecret: secrets.oidcClientSecret,
            keys: secrets.issuerKeys,
            cookieKey: secrets.issuerCookieKey,
            origins,
          });
          return {
            env: {
              OIDC_ISSUER: server.url,
              OIDC_CLIENT_ID: CLIENT,
              OIDC_CLIENT_SECRET: secrets.oidcClientSecret,
            },
            close: () => server.close(),
          };
        },
      },
    ],
    'set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    context.report,
  );
  // The demo people have no accounts at an external issuer.
  return {
    ...backing,
    url: backing.env.OIDC_ISSUER!,
    people: backing.provider === 'environment' ? [] : people,
  };
}
