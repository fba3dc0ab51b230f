import type { browsers, PersonSession, systems } from '@sello/contracts';
import type { SessionRecord } from '@sello/store';

/** One of a person's sessions. The text of its browser is read here, and not passed on. */
export function personSessionView(session: SessionRecord, currentId: string): PersonSession {
  const { _id, userAgent, network, createdAt, lastUsedAt, repeats } = session;
  const browser = browserOf(userAgent);
  const system = systemOf(userAgent);
  return {
    id: _id,
    ...(browser && { browser }),
    ...(system && { system }),
    ...(network !== undefined && { network }),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    ...(repeats && { repeats: { ...repeats, at: repeats.at.toISOString() } }),
    current: _id === currentId,
  };
}

type Marks<Names extends readonly string[]> = readonly (readonly [RegExp, Names[number]])[];

/** In this order: browsers also name those that they are made of. */
const browserMarks: Marks<typeof browsers> = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systemMarks: Marks<typeof systems> = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const browserOf = (userAgent: string) => browserMarks.find(([mark]) => mark.test(userAgent))?.[1];
const systemOf = (userAgent: string) => systemMarks.find(([mark]) => mark.test(userAgent))?.[1];
