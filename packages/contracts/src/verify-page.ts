import type { ErasedCertificate, FileFacts, PublicCertificate } from './entities/index.ts';
import type { Language } from './limits.ts';
import type { OwnSite } from './own-site.ts';

/** What a look-up found of a certificate: `null` when nothing was issued under its number. */
export type FoundCertificate =
  | { certificate: PublicCertificate; file?: FileFacts | undefined }
  | { erased: ErasedCertificate }
  | null;

/** An answer that the server writes into the verify page, so that the page has it from the first moment. */
export interface GivenAnswer {
  /** The hash or the certificate id that was looked up. */
  reference: string;
  found: FoundCertificate;
  /** When it was answered, ms since 1970. */
  at: number;
  /** False when the check of the stored file took too long: the page asks for it again. */
  isComplete: boolean;
}

/** One verify page to be rendered by the server. */
export interface VerifyPageRequest {
  language: Language;
  /** Path and query. */
  address: string;
  /** The organization's own host that the page is on; absent on the platform's. */
  site?: OwnSite | undefined;
  answer?: GivenAnswer | undefined;
}

export interface RenderedVerifyPage {
  /** The content of the page's `title` element, as markup: it is the components' rendering that makes HTML of text. */
  title: string;
  /** The content of the application's root element. */
  html: string;
}

/** The module `server/verify.js` of the web's build: the components of the application, rendered without a browser. */
export interface VerifyPageModule {
  /** Loads every text once. The returned function is synchronous. */
  createVerifyPageRenderer(): Promise<(request: VerifyPageRequest) => RenderedVerifyPage>;
}
