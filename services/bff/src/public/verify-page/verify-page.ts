import {
  certificatePictureUrl,
  type ErasedCertificate,
  type FileFacts,
  type GivenAnswer,
  headingOf,
  isIssuerUnproven,
  type Language,
  type OwnSite,
  type PublicCertificate,
  readCertificateReference,
  verdictsOf,
} from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { times } from '@sello/kit';
import type { Request, Response } from 'express';
import { describeIssued } from '../../api/verify/describe.ts';
import type { Context } from '../../context.ts';
import { tenantOf } from '../../hosts/site.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import { erasedCertificateView } from '../../views/public-certificate.ts';
import { languageOf } from '../visitor-language.ts';
import type { LinkPreview, PageParts } from './markup.ts';
import { createRenderer } from './renderer.ts';
import { readVerifyTexts, type Texts, textOf, type VerifyTexts } from './texts.ts';

const locales: Record<Language, string> = { en: 'en-GB', es: 'es', pt: 'pt-BR' };
/** Bytes. Of a larger file there is no picture. */
const maxPictured = 16 * 1024 * 1024;

export interface VerifyPageDependencies {
  context: Pick<Context, 'issued' | 'issuers' | 'inspector' | 'links' | 'revisionFacts'>;
  rates: RateLimits;
  webDist: string;
  log: Logger;
}

/**
 * What the server itself writes into a verify page, in the language of the visitor: the answer, drawn by the components of
 * the application; its data, so that the application asks for nothing; title, description and picture for a link's preview.
 * `undefined` for other addresses and for clients that have asked too often: they get the application's page.
 */
export function createVerifyPage({ context, rates, webDist, log }: VerifyPageDependencies) {
  const { issued, issuers, inspector, links, revisionFacts } = context;
  const renderer = createRenderer(webDist);
  let texts: Promise<VerifyTexts | undefined> | undefined;

  /** On an organization's own host only its certificates are found. */
  async function find(
    reference: string,
    only: string | undefined,
  ): Promise<Pick<GivenAnswer, 'found' | 'isComplete'>> {
    const found = await issuers.ofLookup(issued.find(reference, only));
    if (found === null) {
      const erased = await issuers.ofLookup(issued.findErased(reference, only));
      return {
        found: erased && { erased: erasedCertificateView(...erased, links) },
        isComplete: true,
      };
    }
    const [record, issuer] = found;
    const [described, replaces] = await Promise.all([
      describeIssued(record, issuer, { links, revisionFacts }),
      issued.predecessorOf(record),
    ]);
    if (described === null) return { found: null, isComplete: true };
    const certificate = { ...described, ...(replaces && { replaces }) };
    let timer: NodeJS.Timeout | undefined;
    const timeOut = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, times.verifyPageMs, 'late');
    });
    const file = await Promise.race([inspector.checkStored(record, issuer), timeOut]);
    clearTimeout(timer);
    return file === 'late'
      ? { found: { certificate }, isComplete: false }
      : { found: { certificate, ...(file && { file }) }, isComplete: true };
  }

  async function answerOf(
    reference: string | undefined,
    only: string | undefined,
  ): Promise<GivenAnswer | undefined> {
    const read = reference === undefined ? undefined : readCertificateReference(reference);
    if (read === undefined) return undefined;
    const wanted = 'hash' in read ? read.hash : read.certId;
    return { reference: wanted, ...(await find(wanted, only)), at: Date.now() };
  }

  return async (request: Request, response: Response, site?: OwnSite): Promise<PageParts | undefined> => {
    const path = /^\/verify(?:\/([^/]+))?\/?$/i.exec(request.path);
    if (path === null) return undefined;
    try {
      const render = await renderer();
      texts ??= readVerifyTexts(webDist);
      const all = await texts;
      await rates.spend('page', request.ip);
      const reference = path[1] === undefined ? undefined : decodeURIComponent(path[1]);
      const answer = await answerOf(reference, tenantOf(response));
      const language = languageOf(request);
      const { title, html } = render({ language, address: request.url, site, answer });
      const preview = answer?.found && all && previewOf(answer.found, all[language], locales[language]);
      const platform = new URL(links.verify('')).host;
      return { language: locales[language], title, platform, html, answer, ...(preview && { preview }) };
    } catch (error) {
      // The application's page asks for itself, and says what is wrong.
      log.debug({ err: error }, 'a verify page was not drawn');
      return undefined;
    }
  };
}

function previewOf(found: NonNullable<GivenAnswer['found']>, texts: Texts, locale: string): LinkPreview {
  return 'erased' in found
    ? previewOfErased(found.erased, texts)
    : previewOfIssued(found.certificate, found.file, texts, locale);
}

const sentence = (text: string): string => (/[.!?”"]$/.test(text) ? text : `${text}.`);

function previewOfIssued(
  certificate: PublicCertificate,
  file: FileFacts | undefined,
  texts: Texts,
  locale: string,
): LinkPreview {
  const { certId, hash, holder, course = '', issuer, state, verifyUrl, downloadUrl, size } = certificate;
  const heading = headingOf(certificate, file);
  const said =
    heading.says === 'unproven'
      ? textOf(texts, `unproven.${heading.what}`)
      : `${textOf(texts, `heading.${state}`)} ${textOf(texts, `states.${state}`)}`;
  const record = verdictsOf(certificate, file).find(({ fact }) => fact === 'record');
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const values = { issuer: issuer.name, issued: day.format(new Date(`${certificate.issuedOn}T00:00:00Z`)) };
  return {
    title: [holder, course].filter(Boolean).join(' · '),
    description: `${sentence(said)} ${textOf(texts, `says.${record?.says}`, values)}`,
    url: verifyUrl,
    // What is no longer valid is not shown about as if it were.
    ...(downloadUrl !== undefined &&
      state === 'valid' &&
      size <= maxPictured && {
        image: {
          url: new URL(certificatePictureUrl(certId, hash), verifyUrl).href,
          alt: textOf(texts, 'preview.alt', { holder, issuer: issuer.name }),
        },
      }),
    site: isIssuerUnproven(certificate) ? 'Sello' : issuer.name,
  };
}

function previewOfErased(erased: ErasedCertificate, texts: Texts): LinkPreview {
  const said = `${textOf(texts, 'heading.erased')} ${textOf(texts, 'states.erased')}`;
  return {
    title: textOf(texts, 'title'),
    description: sentence(said),
    url: erased.verifyUrl,
    site: isIssuerUnproven(erased) ? 'Sello' : erased.issuer.name,
  };
}
