const LIMIT = 600;

/** The reason in the log of a process that crashed: its last logged error, an uncaught one, or its last lines. */
export function crashExcerpt(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines.toReversed()) {
    const message = logged(line) ?? /^(?:Uncaught )?\w*Error(?: \[\w+\])?: .+/.exec(line)?.[0];
    if (message) return message.slice(0, LIMIT);
  }
  return lines.slice(-3).join(' | ').slice(-LIMIT) || 'no output';
}

/** The message of a log line at level error or fatal, with the error it carries. */
function logged(line: string): string | null {
  if (!line.startsWith('{')) return null;
  try {
    const entry = JSON.parse(line) as {
      level?: string;
      msg?: string;
      error?: string;
      err?: { message?: string };
    };
    if (entry.level !== 'error' && entry.level !== 'fatal' && entry.error === undefined) return null;
    return [entry.msg, entry.err?.message ?? entry.error].filter(Boolean).join(': ') || null;
  } catch {
    return null;
  }
}
