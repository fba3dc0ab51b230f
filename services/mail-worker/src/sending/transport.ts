import type { Readable } from 'node:stream';
import { AppError, isAppError, times } from '@sello/kit';
import nodemailer, { type SendMailOptions, type Transporter } from 'nodemailer';
import { type DkimKey, signMessage } from '../dkim/sign.ts';
import { createSlots, type Slots } from './slots.ts';

/** One message, ready to be sent. The attachment is opened for each attempt and streamed. */
export interface Message {
  messageId: string;
  from: { name: string; address: string };
  /** The address that failures are reported to (RFC 5321, 4.4): always the platform's. */
  returnPath: string;
  /** Signs the message. */
  dkim?: DkimKey | undefined;
  to: { name: string; address: string };
  replyTo: string | undefined;
  subject: string;
  html: string;
  text: string;
  language: string;
  attachment?: { fileName: string; open: () => Readable };
}

/**
 * The outcome of an attempt. `later`: a temporary failure of the server or the connection before the message was sent.
 * `unknown`: the connection broke while the message was sent; it may have arrived.
 */
export type Outcome =
  | { kind: 'accepted'; response: string }
  | { kind: 'refused'; code: number; response: string }
  | { kind: 'later'; code: number | undefined; response: string }
  | { kind: 'unknown'; response: string }
  /** The file could not be read; the server got no complete message. */
  | { kind: 'broken'; error: unknown };

export interface Transport {
  /** Slots at the server; a message is sent while one is held. */
  slots: Slots;
  send(message: Message): Promise<Outcome>;
  close(): void;
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/** By Message-ID: whether a byte of the message was read by the connection, so that it may have been sent. */
type BodyProgress = Map<string, { hasStarted(): boolean }>;

/** Retries when a pooled connection turns out to be closed; the server may have dropped it while it was idle. */
const maxStaleConnections = 2;

const defaultConnections = 5;

/** Rate and number of connections are in the URL's query; the slots limit the rate, not nodemailer. */
function readServer(given: string): { url: string; connections: number; perSecond: number } {
  const url = new URL(given);
  const limit = (name: string, otherwise: number) => {
    const value = Number(url.searchParams.get(name));
    url.searchParams.delete(name);
    return value > 0 ? value : otherwise;
  };
  const connections = Math.ceil(limit('maxConnections', defaultConnections));
  const perSecond = limit('rateLimit', Number.POSITIVE_INFINITY);
  return { url: url.href, connections, perSecond };
}

/** Pooled SMTP (RFC 5321). */
export function createTransport(given: string): Transport {
  const { url, connections, perSecond } = readServer(given);
  const transporter = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // The pool would resend after a broken connection. `send` decides that, because it knows what was sent.
    maxRequeues: 0,
    connectionTimeout: times.mailConnectMs,
    greetingTimeout: times.mailGreetingMs,
    socketTimeout: times.mailAnswerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof nodemailer.createTransport>[0]);
  const progress: BodyProgress = new Map();
  const keys = new Map<string, DkimKey>();
  signMessages(transporter, keys);
  trackBodies(transporter, progress);

  async function tryOnce(
    options: SendMailOptions,
    brokenFile: () => unknown,
  ): Promise<Outcome & { isStale?: boolean }> {
    try {
      const info = (await transporter.sendMail(options)) as { response?: string };
      return { kind: 'accepted', response: info.response ?? '' };
    } catch (error) {
      const broken = brokenFile();
      if (broken !== undefined) return { kind: 'broken', error: broken };
      return classify(error as SmtpError, progress.get(options.messageId!)?.hasStarted() ?? false);
    } finally {
      progress.delete(options.messageId!);
    }
  }

  return {
    slots: createSlots({ connections, perSecond }),
    async send(message) {
      for (let attempt = 0; ; attempt++) {
        let fault: unknown;
        const content = message.attachment?.open();
        content?.once('error', (error) => {
          // A copy: nodemailer overwrites `code` of the error that it passes on.
          fault = isAppError(error) ? new AppError(error.code, { cause: error }) : error;
        });
        if (message.dkim) keys.set(message.messageId, message.dkim);
        const outcome = await tryOnce(toOptions(message, content), () => fault);
        keys.delete(message.messageId);
        content?.destroy();
        if (!outcome.isStale || attempt >= maxStaleConnections) return outcome;
      }
    },
    close: () => transporter.close(),
  };
}

function toOptions(message: Message, content: Readable | undefined): SendMailOptions {
  return {
    messageId: message.messageId,
    envelope: { from: message.returnPath, to: message.to.address },
    from: message.from,
    to: message.to,
    ...(message.replyTo === undefined ? {} : { replyTo: message.replyTo }),
    subject: message.subject,
    html: message.html,
    text: message.text,
    headers: {
      // RFC 3834: no automatic replies are wanted.
      'Auto-Submitted': 'auto-generated',
      'Content-Language': message.language,
    },
    ...(message.attachment && {
      attachments: [{ filename: message.attachment.fileName, content, contentType: 'application/pdf' }],
    }),
  };
}

/** Signs the messages whose keys are there by their Message-ID; nodemailer's own option `dkim` signs on the event loop. */
function signMessages(transporter: Transporter, keys: ReadonlyMap<string, DkimKey>): void {
  transporter.use('stream', (mail, done) => {
    const key = keys.get(mail.data.messageId ?? '');
    if (key) mail.message.processFunc((input) => signMessage(input as Readable, key));
    done();
  });
}

/** A reply of the server is definite at any stage; without one, the outcome depends on whether the body was started. */
function classify(error: SmtpError, hasStarted: boolean): Outcome & { isStale?: boolean } {
  const { responseCode: code } = error;
  const response = error.response ?? error.message;
  if (code !== undefined && code >= 500) return { kind: 'refused', code, response };
  if (code !== undefined && code >= 400) return { kind: 'later', code, response };
  if (error.code === 'EENVELOPE') return { kind: 'refused', code: 553, response };
  if (hasStarted) return { kind: 'unknown', response };
  return { kind: 'later', code: undefined, response, isStale: error.code === 'ECONNECTION' };
}

/** Tracks the stream of each message, to distinguish errors before and during sending. */
function trackBodies(transporter: Transporter, progress: BodyProgress): void {
  transporter.use('stream', (mail, done) => {
    const { message } = mail;
    const createReadStream = message.createReadStream.bind(message);
    message.createReadStream = (...args) => {
      const stream = createReadStream(...args);
      progress.set(mail.data.messageId ?? '', { hasStarted: () => stream.readableDidRead });
      return stream;
    };
    done();
  });
}
