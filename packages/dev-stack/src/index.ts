export { type BackingName, type Backings, type BackingsOptions, startBackings } from './backings.ts';
export type { Account, Person } from './issuer/people.ts';
export { demoPeople } from './issuer/people.ts';
export type { Mail, MailAttachment } from './mail/mailbox.ts';
export { type Reporter, silentReporter, terminalReporter } from './report.ts';
export type { Way } from './ways.ts';
