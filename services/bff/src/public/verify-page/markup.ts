import { type GivenAnswer, type OwnSite, ownSiteMeta } from '@sello/contracts';
import { escapeHtml } from '@sello/kit';

/** What a server writes into the application's page for one address. `title` and `html` are markup, everything else is text. */
export interface PageParts {
  /** BCP 47. */
  language: string;
  title: string;
  /** The host of the platform, which codes name also on the domain of an organization. */
  platform: string;
  /** The content of the application's root element. */
  html: string;
  /** Read by the application, which asks for nothing that is in it. */
  answer?: GivenAnswer | undefined;
  /** What a link's preview shows (Open Graph). */
  preview?: LinkPreview | undefined;
}

export interface LinkPreview {
  title: string;
  description: string;
  /** Absolute. */
  url: string;
  /** Absolute; absent when the organization shows no picture. */
  image?: { url: string; alt: string } | undefined;
  site: string;
}

const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`;

function previewTags({ title, description, url, image, site }: LinkPreview, language: string): string[] {
  return [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:locale', language.replace('-', '_')),
    ...(image
      ? [
          meta('property', 'og:image', image.url),
          meta('property', 'og:image:type', 'image/png'),
          meta('property', 'og:image:alt', image.alt),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]
      : [meta('name', 'twitter:card', 'summary')]),
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
  ];
}

/** The application's page on an organization's own host: its name as the title, and what the application must know. */
export function writeSite(page: string, site: OwnSite): string {
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(site.name)}</title>`)
    .replace(/<meta name="description"[^>]*>/, () => meta('name', 'description', site.name))
    .replace('</head>', () => `  ${meta('name', ownSiteMeta, JSON.stringify(site))}\n  </head>`);
}

/**
 * The application's page with its content, its title and the preview of its link. A block of data is no script, so the
 * content security policy needs no exception.
 */
export function writePage(
  page: string,
  { language, title, platform, html, answer, preview }: PageParts,
): string {
  const head = preview ? previewTags(preview, language) : [];
  // JSON within HTML: nothing in it may end the element.
  const data = answer
    ? `<script type="application/json" id="given-answer">${JSON.stringify(answer).replaceAll('<', '\\u003c')}</script>`
    : '';
  // Given as functions: a text may hold what `replace` reads as a pattern of its own.
  return page
    .replace(/<html lang="[^"]*">/, () => `<html lang="${language}" data-platform="${escapeHtml(platform)}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/<meta name="description"[^>]*>/, (own) =>
      preview ? meta('name', 'description', preview.description) : own,
    )
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
    .replace(/\s*<noscript>[\s\S]*?<\/noscript>/, '')
    .replace('<div id="root"></div>', () => `<div id="root" data-written>${html}</div>${data}`);
}
