/**
 * The one policy of Trusted Types (W3C). Pages of the BFF demand them (`require-trusted-types-for 'script'`): a text that
 * could become markup or a script is refused by the browser, unless it passed here.
 */
interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}
interface Policies {
  createPolicy(name: 'sello', rules: Policy): Policy;
}

const rules: Policy = {
  createHTML: (html) => html,
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError('a foreign script');
    return url;
  },
};
const { trustedTypes } = globalThis as { trustedTypes?: Policies };
const policy = trustedTypes?.createPolicy('sello', rules) ?? rules;

/** Markup of this build, or markup that is only parsed: of which no element gets into the document. */
export const trustedMarkup = (html: string): string => policy.createHTML(html);

/** The address of a script of this origin, for a `Worker`. Throws for another origin. */
export const ownScript = (url: string): string => policy.createScriptURL(url);
