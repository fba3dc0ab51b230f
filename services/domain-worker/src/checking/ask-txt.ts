import type { NameServer } from '../dns/ask.ts';
import type { AskTxt } from './check-mail.ts';

/** How many of the configured name servers must say the same. */
export const mustAgree = 2;

/** Asks every server for the TXT values of a name; what fewer than enough of them say is no answer. */
export const askTxtOf =
  (servers: readonly NameServer[]): AskTxt =>
  async (name) => {
    const answers = await Promise.all(servers.map((server) => server.ask('TXT', name)));
    const needed = Math.min(mustAgree, servers.length);
    const found = answers.flatMap((answer) => (answer.kind === 'values' ? [answer.values] : []));
    const absent = answers.flatMap((answer) =>
      answer.kind === 'none' || answer.kind === 'broken' ? [answer.reason] : [],
    );
    const unclear = answers.flatMap((answer) => (answer.kind === 'unknown' ? [answer.reason] : []));
    if (found.length >= needed && absent.length < needed) return { values: found[0]! };
    if (found.length > 0 && absent.length > 0) return { reason: 'disagreement' };
    if (absent.length >= needed) return { reason: absent[0]! };
    return { reason: unclear[0] ?? 'disagreement' };
  };
