import { isolated, type Language, printCertId, usualSubjects } from '@sello/contracts';
import { bold, fillHtml, fillText, layOut, link, name } from './html.ts';
import { letterTexts } from './texts.ts';

/**
 * The letter's data about one certificate. What only an issued certificate has is absent from the letter of one that is
 * still to be issued, which a person reads before sending: its number and the size of its file.
 */
export interface LetterSubject {
  language: Language;
  /** The organization's own subject, with `{issuer}`, `{course}` and `{holder}`; the platform's without one. */
  subject?: string | undefined;
  issuer: string;
  logoUrl: string | undefined;
  holder: string;
  course: string;
  certId: string | undefined;
  /** The day of issue that the certificate prints, `YYYY-MM-DD`. */
  issuedOn: string;
  isSigned: boolean;
  pages: number;
  /** Bytes. */
  size: number | undefined;
  /** The download URL; absent when the organization does not offer it. */
  downloadUrl: string | undefined;
  /** The picture of its first page, which mail programs load from there; absent when the organization offers no download. */
  pictureUrl?: string | undefined;
  verifyUrl: string;
  to: string;
  /** The address that corrections are sent to. */
  contact: string | undefined;
}

export interface Letter {
  subject: string;
  html: string;
  text: string;
  /** BCP 47. */
  locale: string;
}

/** The letter that brings a certificate, as HTML and as plain text of the same content. */
export function writeLetter(about: LetterSubject): Letter {
  const say = letterTexts[about.language];
  const { issuer, course, holder, contact, verifyUrl } = about;
  const day = new Intl.DateTimeFormat(say.locale, { dateStyle: 'long', timeZone: 'UTC' });
  const date = day.format(new Date(`${about.issuedOn}T00:00:00Z`));
  const size = about.size === undefined ? '' : `, ${fileSize(about.size, say.locale)}`;
  const number = about.certId === undefined ? say.numberLater : printCertId(about.certId);
  const issued = about.isSigned ? say.issuedSigned : say.issued;
  const button = about.downloadUrl
    ? { url: about.downloadUrl, text: say.download }
    : { url: verifyUrl, text: say.see };
  const pages = String(about.pages);
  const file = `${fillText(about.pages === 1 ? say.fileOne : say.fileMany, { pages, size })} ${about.isSigned ? say.keepSigned : say.keep}`;
  const wrong = contact ? say.wrongWrite : say.wrongAsk;
  const subject = oneLine(
    fillText(about.subject ?? usualSubjects[about.language], {
      issuer: isolated(issuer),
      course: isolated(course),
      holder: isolated(holder),
    }),
  );
  const shownUrl = verifyUrl.replace(/^https?:\/\//, '');

  const html = layOut({
    language: say.locale,
    title: subject,
    issuer,
    logoUrl: about.logoUrl,
    heading: { html: fillHtml(say.headline, { issuer: name(issuer), course: name(course) }) },
    sentence: { html: fillHtml(issued, { holder: bold(holder), date }) },
    ...(about.pictureUrl !== undefined && {
      picture: { url: about.pictureUrl, alt: fillText(say.picture, { holder, course }), to: button.url },
    }),
    button,
    aside: { url: linkedInUrl(about), text: say.linkedIn },
    facts: [
      { label: say.number, value: { html: fillHtml('{number}', { number }) } },
      { label: say.check, value: link(verifyUrl, shownUrl) },
      { label: say.file, value: { html: fillHtml('{file}', { file }) } },
    ],
    footer: {
      html: fillHtml(`${say.sentTo} ${wrong}`, {
        address: about.to,
        issuer: name(issuer),
        ...(contact && { contact: link(`mailto:${contact}`, contact, '#565148') }),
      }),
    },
  });

  const text = [
    fillText(say.headline, { issuer: isolated(issuer), course: isolated(course) }),
    fillText(issued, { holder: isolated(holder), date }),
    `${button.text}\n${button.url}`,
    ...(about.downloadUrl ? [`${say.checkLong}\n${verifyUrl}`] : []),
    `${say.linkedIn}\n${linkedInUrl(about)}`,
    `${say.number}\n${number}`,
    `${say.file}\n${file}`,
    fillText(`${say.sentTo} ${wrong}`, {
      address: about.to,
      issuer: isolated(issuer),
      ...(contact && { contact }),
    }),
  ].join('\n\n');

  return { subject, html, text: `${text}\n`, locale: say.locale };
}

/** A header holds one line, also for template names with line breaks. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function fileSize(bytes: number, locale: string): string {
  const isBig = bytes >= 1_000_000;
  const value = isBig ? bytes / 1_000_000 : Math.max(1, Math.round(bytes / 1_000));
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: isBig ? 1 : 0 }).format(value);
  // U+00A0, a no-break space.
  return `${number}\u00a0${isBig ? 'MB' : 'KB'}`;
}

function linkedInUrl({ course, issuer, issuedOn, verifyUrl, certId }: LetterSubject): string {
  const [year, month] = issuedOn.split('-').map(Number);
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: course,
    organizationName: issuer,
    issueYear: String(year),
    issueMonth: String(month),
    certUrl: verifyUrl,
    ...(certId !== undefined && { certId }),
  });
  return `https://www.linkedin.com/profile/add?${query}`;
}
