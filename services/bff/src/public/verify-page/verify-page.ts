import {
  certificatePictureUrl,
  type ErasedCertificate,
  erasedVerdictsOf,
  type FileFacts,
  headingOf,
  isIssuerUnproven,
  issuerVerdictOf,
  type Language,
  languages,
  type PublicCertificate,
  printCertId,
  readableSubject,
  type Verdict,
  verdictsOf,
} from '@sello/contracts';
import type { Logger } from '@sello/kit';
import type { Request } from 'express';
import { describeIssued } from '../../api/verify/describe.ts';
import type { Context } from '../../context.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import { erasedCertificateView } from '../../views/public-certificate.ts';
import type { PageParts } from './markup.ts';
import { readVerifyTexts, type Texts, textOf, type VerifyTexts } from './texts.ts';

const locales: Record<Language, string> = { en: 'en-GB', es: 'es', pt: 'pt-BR' };
/** Bytes. Of a larger file there is no picture. */
const maxPictured = 16 * 1024 * 1024;
/** How long the page waits for the check of the stored file, ms; it is checked again by the page itself. */
const fileWaitMs = 1_500;

type Found = { certificate: PublicCertificate; file: FileFacts | undefined } | { erased: ErasedCertificate };

export interface VerifyPageDependencies {
  context: Pick<Context, 'issued' | 'issuers' | 'inspector' | 'links'>;
  rates: RateLimits;
  webDist: string;
  log: Logger;
}

/**
 * What the server itself says of the certificate of an address: title, description and picture for a link's preview, and
 * the four answers for visitors without JavaScript, in the first language of the visitor that there is. `undefined` for
 * other addresses, unknown certificates and clients that have asked too often: they get the application's page.
 */
export function createVerifyPage({ context, rates, webDist, log }: VerifyPageDependencies) {
  const { issued, issuers, inspector, links } = context;
  let texts: Promise<VerifyTexts | undefined> | undefined;

  async function find(reference: string): Promise<Found | undefined> {
    const found = await issuers.ofLookup(issued.find(reference));
    if (found === null) {
      const erased = await issuers.ofLookup(issued.findErased(reference));
      return erased === null ? undefined : { erased: erasedCertificateView(...erased, links) };
    }
    const [record, issuer] = found;
    const certificate = describeIssued(record, issuer, { links });
    if (certificate === null) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const timeOut = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, fileWaitMs, undefined);
    });
    const file = await Promise.race([inspector.checkStored(record, issuer), timeOut]);
    clearTimeout(timer);
    return { certificate, file };
  }

  return async (request: Request): Promise<PageParts | undefined> => {
    const [, reference] = /^\/verify\/([^/]+)\/?$/i.exec(request.path) ?? [];
    if (reference === undefined) return undefined;
    try {
      texts ??= readVerifyTexts(webDist);
      const all = await texts;
      if (all === undefined) return undefined;
      await rates.spend('page', request.ip);
      const found = await find(decodeURIComponent(reference));
      if (found === undefined) return undefined;
      const accepted = request.acceptsLanguages([...languages]);
      const language = languages.find((one) => one === accepted) ?? 'en';
      return 'erased' in found
        ? partsOfErased(found.erased, all[language], language)
        : partsOf(found.certificate, found.file, all[language], language);
    } catch (error) {
      // The application's page asks for itself, and says what is wrong.
      log.debug({ err: error }, 'a verify page was not described');
      return undefined;
    }
  };
}

function formatters(language: Language) {
  const locale = locales[language];
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return {
    day: (moment: string | undefined) => (moment ? of({ dateStyle: 'long' }).format(new Date(moment)) : ''),
    time: (moment: string | undefined) =>
      moment ? `${of({ timeStyle: 'short' }).format(new Date(moment))} UTC` : '',
  };
}

/** The facts as a list: the issuer first, or second after a status that is not good, as on the page. */
function factsOf(
  certificate: PublicCertificate | ErasedCertificate,
  verdicts: readonly Verdict[],
  file: FileFacts | undefined,
  texts: Texts,
  language: Language,
): { label: string; text: string }[] {
  const { day, time } = formatters(language);
  const { name, identity, atIssue, createdAt } = certificate.issuer;
  const full: Partial<PublicCertificate> & Partial<ErasedCertificate> = certificate as never;
  const changed = full.erasedAt ?? full.revokedAt ?? full.replacedAt;
  const signer = file?.signer?.known?.organization ?? file?.signer?.subject ?? full.signedBy ?? '';
  const values = {
    ...{ issuer: name, issued: day(certificate.issuedAt), changed: day(changed), time: time(changed) },
    ...{ revoked: day(full.revokedAt), reason: full.revokedReason ?? '', signer: readableSubject(signer) },
  };
  const label = (fact: string) => textOf(texts, `facts.${fact}`);
  const { says, notes } = issuerVerdictOf(certificate);
  const lapsed = day(atIssue?.lapsedAt);
  const noteValues = {
    ...{ since: day(identity.since), checked: day(identity.checkedAt), time: time(identity.checkedAt) },
    ...{ created: day(createdAt), lapsed, domain: atIssue?.domain ?? '' },
  };
  const domain = (says === 'lapsed' ? atIssue?.domain : identity.domain) ?? '';
  const issuer = {
    label: label('issuer'),
    text: [
      textOf(texts, `issuerSays.${says}`, { day: lapsed }, { name, domain }),
      ...notes.map((note) => textOf(texts, `issuerNotes.${note}`, noteValues)),
    ].join(' '),
  };
  const facts = verdicts.map((verdict) => ({
    label: label(verdict.fact),
    text: textOf(texts, `says.${verdict.says}`, values),
  }));
  return verdicts[0]?.fact === 'status'
    ? [...facts.slice(0, 1), issuer, ...facts.slice(1)]
    : [issuer, ...facts];
}

const sentence = (text: string): string => (/[.!?”"]$/.test(text) ? text : `${text}.`);

function partsOf(
  certificate: PublicCertificate,
  file: FileFacts | undefined,
  texts: Texts,
  language: Language,
): PageParts {
  const { certId, hash, holder, course = '', issuer, state, verifyUrl, downloadUrl, size } = certificate;
  const heading = headingOf(certificate, file);
  const said =
    heading.says === 'unproven'
      ? textOf(texts, `unproven.${heading.what}`)
      : `${textOf(texts, `heading.${state}`)} ${textOf(texts, `states.${state}`)}`;
  const facts = factsOf(certificate, verdictsOf(certificate, file), file, texts, language);
  const record = facts.find(({ label }) => label === textOf(texts, 'facts.record'))?.text ?? '';
  const alt = textOf(texts, 'preview.alt', { holder, issuer: issuer.name });
  const fields = { holder, course, number: printCertId(certId) };
  return {
    language: locales[language],
    title: [holder, course].filter(Boolean).join(' · '),
    description: `${sentence(said)} ${record}`,
    url: verifyUrl,
    // What is no longer valid is not shown about as if it were.
    ...(downloadUrl !== undefined &&
      state === 'valid' &&
      size <= maxPictured && {
        image: { url: new URL(certificatePictureUrl(certId, hash), verifyUrl).href, alt },
      }),
    site: isIssuerUnproven(certificate) ? 'Sello' : issuer.name,
    heading: said,
    facts: [
      ...facts,
      ...Object.entries(fields)
        .filter(([, text]) => text !== '')
        .map(([name, text]) => ({ label: textOf(texts, `fields.${name}`), text })),
    ],
    links: downloadUrl && state === 'valid' ? [{ url: downloadUrl, text: textOf(texts, 'download') }] : [],
  };
}

function partsOfErased(erased: ErasedCertificate, texts: Texts, language: Language): PageParts {
  const said = `${textOf(texts, 'heading.erased')} ${textOf(texts, 'states.erased')}`;
  return {
    language: locales[language],
    title: textOf(texts, 'title'),
    description: sentence(said),
    url: erased.verifyUrl,
    site: isIssuerUnproven(erased) ? 'Sello' : erased.issuer.name,
    heading: said,
    facts: factsOf(erased, erasedVerdictsOf(erased), undefined, texts, language),
    links: [],
  };
}
