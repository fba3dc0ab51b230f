import { isolated, type Language, type MistakeKind, printCertId } from '@sello/contracts';
import { escapeHtml } from '@sello/kit';
import { fillHtml, fillText, type Html, layOut, link, name } from './html.ts';
import { type Letter, oneLine } from './letter.ts';
import { mistakeTexts } from './mistake-texts.ts';
import { letterTexts } from './texts.ts';

/** The platform's name, in whose name both letters are written. */
const platform = 'Sello';

/** What the letter to a reporter says. Not the reporter's words: nobody can send those to a stranger with it. */
export interface ConfirmSubject {
  language: Language;
  organization: string;
  certId: string;
  /** The address that was given with the report. */
  to: string;
  confirmUrl: string;
  expiresAt: Date;
}

/** What the letter to the organization says. */
export interface MistakeSubject {
  language: Language;
  organization: string;
  certId: string;
  holder: string;
  about: MistakeKind;
  /** The reporter's words, with line breaks. */
  text: string;
  /** The reporter's confirmed address. */
  reporter: string;
  to: string;
  verifyUrl: string;
  confirmedAt: Date;
}

const moment = (date: Date, locale: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(date)} UTC`;

const fact = (value: string): Html => ({ html: escapeHtml(value) });

/** The letter that asks whether a report is its reader's, as HTML and as plain text of the same content. */
export function writeConfirmLetter(about: ConfirmSubject): Letter {
  const { confirm: say, number, link: linkLabel } = mistakeTexts[about.language];
  const { locale } = letterTexts[about.language];
  const { organization, confirmUrl, to } = about;
  const printed = printCertId(about.certId);
  const until = moment(about.expiresAt, locale);
  const named = { organization: name(organization), address: name(to) };
  const plain = { organization: isolated(organization), address: to };
  const subject = oneLine(fillText(say.subject, plain));
  const html = layOut({
    ...{ language: locale, title: subject, issuer: platform, logoUrl: undefined },
    heading: { html: fillHtml(say.heading, named) },
    sentence: { html: fillHtml(say.sentence, named) },
    button: { url: confirmUrl, text: say.act },
    facts: [
      { label: number, value: fact(printed) },
      { label: linkLabel, value: link(confirmUrl, confirmUrl.replace(/^https?:\/\//, '')) },
      { label: say.until, value: fact(until) },
    ],
    footer: { html: fillHtml(say.footer, named) },
  });
  const text = [
    say.heading,
    fillText(say.sentence, plain),
    `${say.act}\n${confirmUrl}`,
    `${number}\n${printed}`,
    `${say.until}\n${until}`,
    fillText(say.footer, plain),
  ].join('\n\n');
  return { subject, html, text: `${text}\n`, locale };
}

/** The letter that takes a confirmed report to the organization, as HTML and as plain text of the same content. */
export function writeMistakeLetter(about: MistakeSubject): Letter {
  const { passOn: say, number } = mistakeTexts[about.language];
  const { locale } = letterTexts[about.language];
  const { organization, holder, reporter, to, verifyUrl } = about;
  const printed = printCertId(about.certId);
  const confirmed = moment(about.confirmedAt, locale);
  const words = about.text.trim();
  const named = { organization: name(organization), holder: name(holder), address: name(to) };
  const plain = { organization: isolated(organization), holder: isolated(holder), address: to };
  const subject = oneLine(fillText(say.subject, { number: printed }));
  const lines = words
    .split('\n')
    .map((line) => `<bdi style="unicode-bidi:isolate">${escapeHtml(line)}</bdi>`);
  const quoted = `<span style="display:block;margin-top:12px;padding-left:16px;border-left:3px solid #DCD7CE;overflow-wrap:anywhere">${lines.join('<br>')}</span>`;
  const html = layOut({
    ...{ language: locale, title: subject, issuer: platform, logoUrl: undefined },
    heading: { html: fillHtml(say.heading, named) },
    sentence: { html: `${fillHtml(say.about[about.about], named)}${quoted}` },
    button: { url: verifyUrl, text: say.see },
    facts: [
      { label: number, value: fact(printed) },
      { label: say.reporter, value: link(`mailto:${reporter}`, reporter) },
      { label: say.reported, value: fact(confirmed) },
    ],
    footer: { html: fillHtml(say.footer, named) },
  });
  const text = [
    fillText(say.heading, plain),
    say.about[about.about],
    words.replace(/^/gm, '> '),
    `${say.see}\n${verifyUrl}`,
    `${number}\n${printed}`,
    `${say.reporter}\n${reporter}`,
    `${say.reported}\n${confirmed}`,
    fillText(say.footer, plain),
  ].join('\n\n');
  return { subject, html, text: `${text}\n`, locale };
}
