import { join } from 'node:path';
import type { StackContext } from '../context.ts';
import { listen } from '../pages/server.ts';
import type { Backing } from '../providers.ts';
import { inboxHandler } from './inbox.ts';
import { Mailbox } from './mailbox.ts';
import { startSmtp } from './smtp.ts';

const SENDER = 'Sello <certificates@sello.example>';

/** A mail server that delivers to the stack's own inbox, unless SMTP_URL names another; the inbox page always runs. */
export async function startMail(context: StackContext): Promise<Backing & { url: string; box: Mailbox }> {
  const given = context.environment.SMTP_URL;
  const box = await Mailbox.open(join(context.dataDir, 'mail'));
  const notice = given ? 'Mail goes to the server that SMTP_URL names, and does not come here.' : null;
  const page = await listen(await context.ports.take('inbox'), inboxHandler(box, notice));
  const backing = await context.providers.first(
    'Mail',
    [
      {
        provider: 'environment',
        timeoutMs: 1_000,
        start: async () => (given ? { env: { SMTP_URL: given }, close: async () => {} } : null),
      },
      {
        provider: 'embedded',
        timeoutMs: 10_000,
        start: async () => {
          const port = await context.ports.take('smtp');
          const server = await startSmtp(port, box);
          return { env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, close: () => server.close() };
        },
      },
    ],
    'set SMTP_URL',
    context.report,
  );
  return {
    url: page.url,
    box,
    env: { ...backing.env, MAIL_FROM: context.environment.MAIL_FROM || SENDER },
    close: async () => {
      await backing.close();
      await page.close();
    },
  };
}
