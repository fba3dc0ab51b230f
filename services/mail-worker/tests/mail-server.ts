import type { AddressInfo, Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** How the server treats an address, chosen by the prefix of its local part. */
type Behavior =
  | 'accept'
  | 'refuse'
  | 'refuse-data'
  | 'later'
  /** Put off the first time. */
  | 'greylist'
  | 'drop-after'
  | 'drop-before'
  | 'hold';

export interface MailServer {
  url: string;
  /** Messages received in full, in order of arrival, also those whose connection was then dropped. */
  mails: { from: string; to: string; mail: ParsedMail; raw: string }[];
  /** From now on `later` addresses are accepted. */
  acceptLater(): void;
  /** Messages received for `hold` addresses, whose answer is delayed until `releaseHeld`. */
  held: number;
  releaseHeld(): void;
  close(): Promise<void>;
}

const behaviors: Behavior[] = [
  ...(['refuse-data', 'refuse', 'later', 'greylist', 'drop-after', 'drop-before', 'hold'] as const),
];
const behaviorOf = (address: string): Behavior =>
  behaviors.find((behavior) => address.startsWith(behavior)) ?? 'accept';

function failure(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  let deferLater = true;
  const greylisted = new Set<string>();
  let releaseHeld: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    releaseHeld = resolve;
  });
  const state = { held: 0 };
  const dropConnection = (session: SMTPServerSession) => {
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
      const behavior = behaviorOf(address);
      if (behavior === 'refuse') return done(failure(550, 'No such mailbox here'));
      if (behavior === 'later' && deferLater) return done(failure(451, 'Come back later'));
      if (behavior === 'greylist' && !greylisted.has(address)) {
        greylisted.add(address);
        return done(failure(451, 'Greylisted'));
      }
      if (behavior === 'drop-before') return dropConnection(session);
      return done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      const to = session.envelope.rcptTo[0]!.address;
      const behavior = behaviorOf(to);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const { mailFrom } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        mails.push({ from, to, mail: await simpleParser(raw), raw: raw.toString('utf8') });
        if (behavior === 'drop-after') return dropConnection(session);
        if (behavior === 'refuse-data') return done(failure(554, 'Looks like spam'));
        if (behavior === 'hold') {
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
    acceptLater() {
      deferLater = false;
    },
    get held() {
      return state.held;
    },
    releaseHeld,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
