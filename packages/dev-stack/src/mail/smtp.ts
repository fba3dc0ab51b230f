import { SMTPServer } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';

/** Maximum size of a mail, bytes. */
const SIZE_LIMIT = 50_000_000;

/** Domains for testing refusals, with the reply of a real server. */
export const refusals: Record<string, { code: number; message: string }> = {
  'refused.example': { code: 550, message: '5.1.1 No such mailbox here' },
  'busy.example': { code: 451, message: '4.3.2 ProviderAttempt again later' },
};

/** Mail to this domain is kept, and the connection breaks before the first reply to each address: its fate is unknown. */
export const lostDomain = 'lost.example';

/** Receives mail on loopback without authentication and stores it in the mailbox; it sends nothing. */
export async function startSmtp(port: number, box: Mailbox): Promise<{ close(): Promise<void> }> {
  const answered = new Set<string>();
  const server = new SMTPServer({
    banner: 'Sello inbox',
    size: SIZE_LIMIT,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo(address, _session, done) {
      const refusal = refusals[address.address.split('@')[1]?.toLowerCase() ?? ''];
      if (!refusal) return done();
      done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          return done(Object.assign(new Error('Message too large'), { responseCode: 552 }));
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        box
          .add(
            Buffer.concat(chunks),
            from,
            rcptTo.map((entry) => entry.address),
          )
          .then(
            (id) => {
              const first = rcptTo
                .map(({ address }) => address.toLowerCase())
                .filter((address) => address.endsWith(`@${lostDomain}`) && !answered.has(address));
              if (first.length === 0) return done(null, `kept as ${id}`);
              for (const address of first) answered.add(address);
              for (const connection of server.connections) {
                if (connection.session === session) connection.close();
              }
            },
            (error: Error) => done(Object.assign(error, { responseCode: 452 })),
          );
      });
    },
  });
  // A client that disconnects in the middle of a command is ignored.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}
