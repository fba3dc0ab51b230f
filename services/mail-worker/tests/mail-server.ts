import type { AddressInfo, Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** How the server treats an address: told by what stands before the @. */
type Manner = 'accept' | 'refuse' | 'refuse-data' | 'later' | 'drop-after' | 'drop-before' | 'hold';

export interface MailServer {
  url: string;
  /** What the server took for whole, in order of arrival; a dropped one as well: it had it all. */
  mails: { to: string; mail: ParsedMail; raw: string }[];
  /** From here on `later` addresses are accepted. */
  relent(): void;
  /** Messages that a `hold` address has begun to receive. */
  held: number;
  letGo(): void;
  close(): Promise<void>;
}

const manners: Manner[] = ['refuse-data', 'refuse', 'later', 'drop-after', 'drop-before', 'hold'];
const mannerOf = (address: string): Manner =>
  manners.find((manner) => address.startsWith(manner)) ?? 'accept';

function failure(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  let isStern = true;
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const state = { held: 0 };
  const cut = (session: SMTPServerSession) => {
    for (const connection of server.connections as Set<{ id: string; _socket: Socket }>) {
      if (connection.id === session.id) connection._socket.destroy();
    }
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, session, done) {
      const manner = mannerOf(address);
      if (manner === 'refuse') return done(failure(550, 'No such mailbox here'));
      if (manner === 'later' && isStern) return done(failure(451, 'Come back later'));
      if (manner === 'drop-before') return cut(session);
      return done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      const to = session.envelope.rcptTo[0]!.address;
      const manner = mannerOf(to);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        mails.push({ to, mail: await simpleParser(raw), raw: raw.toString('utf8') });
        if (manner === 'drop-after') return cut(session);
        if (manner === 'refuse-data') return done(failure(554, 'Looks like spam'));
        if (manner === 'hold') {
          state.held++;
          await released;
        }
        return done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    relent() {
      isStern = false;
    },
    get held() {
      return state.held;
    },
    letGo,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
