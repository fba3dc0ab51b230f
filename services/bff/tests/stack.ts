import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type ApiClient, type Backings, freePort, signIn as signInTo, startBackings } from '@sello/dev-stack';
import { createLogger, readConfig } from '@sello/kit';
import { generateWrappingKeys } from '@sello/proof';
import { openStore, type Store } from '@sello/store';
import { type Bff, type BffOverrides, createBff, variables } from '../src/index.ts';

/** The BFF on real backing services with throw-away data. */
export interface TestStack {
  app: string;
  internal: string;
  backings: Backings;
  /** Direct access to the BFF's database. */
  store: Store;
  signIn(email: string): Promise<ApiClient>;
  /** Starts another BFF on the same services, with other settings. */
  startBff(env: Record<string, string>, overrides?: BffOverrides): Promise<{ app: string; internal: string }>;
  close(): Promise<void>;
}

export async function startTestStack(
  env: Record<string, string> = {},
  overrides: BffOverrides = {},
): Promise<TestStack> {
  const backings = await startBackings({ only: ['mongo', 'redis', 'objects', 'oidc'] });
  const running: Bff[] = [];
  const secrets = {
    SIGNING_KEYS_PUBLIC: generateWrappingKeys().publicKey,
    DKIM_KEYS_PUBLIC: generateWrappingKeys().publicKey,
    MAIL_FROM: 'certificates@sello.test',
    MASTER_KEY: randomBytes(32).toString('base64'),
    SESSION_KEY: JSON.stringify({
      keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })],
    }),
  };

  async function run(more: Record<string, string>, moreOverrides: BffOverrides) {
    const port = await freePort();
    const app = `http://localhost:${port}`;
    const config = readConfig(variables, {
      ...secrets,
      ...backings.env,
      PUBLIC_URL: app,
      PORT: `localhost:${port}`,
      INTERNAL_PORT: '127.0.0.1:0',
      SUPER_ADMINS: 'root@sello.example',
      ...env,
      ...more,
    });
    const bff = createBff(config, {
      log: createLogger({ service: 'bff', level: process.env.TEST_LOG ?? 'silent' }),
      checkReplies: true,
      ...overrides,
      ...moreOverrides,
    });
    running.push(bff);
    await bff.start();
    return { app, internal: `http://127.0.0.1:${bff.ports().internal}` };
  }

  try {
    const { app, internal } = await run({}, {});
    const store = await openStore({ url: backings.env.MONGO_URL!, appName: 'test', ensureIndexes: false });
    return {
      app,
      internal,
      backings,
      store,
      signIn: (email) => signInTo({ app, issuer: backings.issuer }, { email }),
      startBff: (moreEnv, moreOverrides = {}) => run(moreEnv, moreOverrides),
      async close() {
        for (const bff of running.reverse()) await bff.close();
        await store.close();
        await backings.close();
      },
    };
  } catch (error) {
    for (const bff of running) await bff.close();
    await backings.close();
    throw error;
  }
}
