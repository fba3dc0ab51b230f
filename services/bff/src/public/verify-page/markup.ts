import { escapeHtml } from '@sello/kit';

/** What a server writes into the application's page for one address. All of it is text. */
export interface PageParts {
  /** BCP 47. */
  language: string;
  title: string;
  description: string;
  /** Absolute. */
  url: string;
  /** Absolute; absent when the organization shows no picture. */
  image?: { url: string; alt: string } | undefined;
  site: string;
  heading: string;
  /** Shown without JavaScript: a label, and what is to be said of it. */
  facts: readonly { label: string; text: string }[];
  links: readonly { url: string; text: string }[];
}

const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`;

/** The application's page with the title, the link preview (Open Graph) and the answers for visitors without JavaScript. */
export function writePage(page: string, parts: PageParts): string {
  const { language, title, description, url, image, site, heading, facts, links } = parts;
  const head = [
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
  const answers = [
    `<main class="wrap verify" lang="${language}">`,
    `<h1 class="says">${escapeHtml(heading)}</h1>`,
    '<dl>',
    ...facts.map(({ label, text }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`),
    '</dl>',
    ...links.map((link) => `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`),
    '</main>',
  ];
  // Given as functions: a text may hold what `replace` reads as a pattern of its own.
  return page
    .replace(/<html lang="[^"]*">/, () => `<html lang="${language}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/<meta name="description"[^>]*>/, () => meta('name', 'description', description))
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
    .replace(/<noscript>[\s\S]*?<\/noscript>/, () => `<noscript>${answers.join('\n')}</noscript>`);
}
