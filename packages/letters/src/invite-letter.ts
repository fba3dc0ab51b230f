import { isolated, type Language, printInviteCode } from '@sello/contracts';
import { code, fillHtml, fillText, layOut, link, name } from './html.ts';
import { inviteTexts } from './invite-texts.ts';
import { type Letter, oneLine } from './letter.ts';
import { letterTexts } from './texts.ts';

/** The letter's data about one invitation. */
export interface InviteSubject {
  language: Language;
  organization: string;
  logoUrl: string | undefined;
  /** Empty when the inviter is not a member any more. */
  inviter: string;
  /** The address of the inviter, which nobody can choose as they can a name; empty without one. */
  inviterAddress: string;
  /** Nobody proved that the organization is who its name says. */
  isUnproven: boolean;
  to: string;
  code: string;
  acceptUrl: string;
  expiresAt: Date;
}

/** The letter of an invitation, as HTML and as plain text of the same content. */
export function writeInviteLetter(about: InviteSubject): Letter {
  const say = inviteTexts[about.language];
  const { locale } = letterTexts[about.language];
  const { organization, inviter, inviterAddress, acceptUrl, to } = about;
  const warning = inviterAddress ? say.unproven : say.unprovenWithout;
  const until = new Intl.DateTimeFormat(locale, {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' },
  }).format(about.expiresAt);
  const printed = printInviteCode(about.code);
  const heading = inviter ? say.heading : say.headingWithout;
  const subject = oneLine(fillText(say.subject, { organization: isolated(organization) }));
  const named = {
    ...{ organization: name(organization), inviter: name(inviter), address: name(to) },
    inviterAddress: name(inviterAddress),
  };
  const plain = {
    ...{ organization: isolated(organization), inviter: isolated(inviter), address: to },
    inviterAddress: isolated(inviterAddress),
  };
  const sentences = [say.sentence, ...(about.isUnproven ? [warning] : [])];

  const html = layOut({
    language: locale,
    title: subject,
    issuer: organization,
    logoUrl: about.logoUrl,
    heading: { html: fillHtml(heading, named) },
    sentence: { html: sentences.map((sentence) => fillHtml(sentence, named)).join('<br><br>') },
    button: { url: acceptUrl, text: say.accept },
    facts: [
      {
        label: say.code,
        value: { html: `${code(printed).html}<br>${fillHtml(say.codeUse, named)}` },
      },
      { label: say.link, value: link(acceptUrl, acceptUrl.replace(/^https?:\/\//, '')) },
      { label: say.until, value: { html: fillHtml('{until} UTC', { until }) } },
    ],
    footer: { html: fillHtml(say.footer, named) },
  });

  const text = [
    fillText(heading, plain),
    ...sentences.map((sentence) => fillText(sentence, plain)),
    `${say.accept}\n${acceptUrl}`,
    `${say.code}\n${printed}\n${fillText(say.codeUse, plain)}`,
    `${say.until}\n${until} UTC`,
    fillText(say.footer, plain),
  ].join('\n\n');

  return { subject, html, text: `${text}\n`, locale };
}
