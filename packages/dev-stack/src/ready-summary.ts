import type { Stack } from './stack.ts';

/** The text that is printed when the stack is ready. */
export function readySummary(stack: Stack, tookMs: number): string {
  const { people, seed } = stack;
  const width = Math.max(0, ...people.map((person) => person.role.length));
  const lines = [
    '',
    `Sello is ready (${(tookMs / 1000).toFixed(1)} s).`,
    '',
    `  App     ${stack.app}`,
    `  Inbox   ${stack.inbox.url}`,
  ];
  if (stack.dns.url) lines.push(`  DNS     ${stack.dns.url}`);
  if (seed) lines.push(`  Verify  ${seed.verify}`);
  if (people.length > 0) {
    lines.push('', 'Sign in as one of these, or with any other address:');
    for (const { role, name, email } of people) lines.push(`  ${role.padEnd(width)}  ${name} <${email}>`);
  }
  lines.push('', `Data and logs are in ${stack.dataDir}. Ctrl-C stops everything.`);
  return lines.join('\n');
}
