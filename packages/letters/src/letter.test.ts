import { languages } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { type LetterSubject, writeLetter } from './letter.ts';
import { letterTexts } from './texts.ts';

function build(overrides: Partial<LetterSubject> = {}): LetterSubject {
  return {
    language: 'en',
    issuer: 'Instituto Cordillera',
    logoUrl: undefined,
    holder: 'Lucía Fernanda Quispe',
    course: 'Hospital Pharmacy: Dispensing',
    certId: '7K3M9QXT2VHBC0RD8WJN5PZE4F',
    issuedOn: '2026-11-14',
    isSigned: true,
    pages: 1,
    size: 341_200,
    pictureUrl: `https://sello.example/c/7K3M9QXT2VHBC0RD8WJN5PZE4F/${'a'.repeat(64)}.png`,
    downloadUrl: 'https://certs.example.test/c/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    verifyUrl: 'https://certs.example.test/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    to: 'lucia@example.test',
    contact: 'registro@example.test',
    ...overrides,
  };
}

const plainOf = (html: string) =>
  html
    .replace(/<style[\s\S]*?<\/style>|<title>[\s\S]*?<\/title>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/[ \n]+/g, ' ');

describe('the letter', () => {
  for (const language of languages) {
    it(`says the same in HTML and in plain text (${language})`, () => {
      const letter = writeLetter(build({ language }));
      const html = plainOf(letter.html);
      for (const fact of [
        'Lucía Fernanda Quispe',
        'Instituto Cordillera',
        'Hospital Pharmacy: Dispensing',
        '7K3M 9QXT 2VHB C0RD 8WJN 5PZE 4F',
        'registro@example.test',
        'lucia@example.test',
        '341\u00a0KB',
        '14',
        '2026',
      ]) {
        expect(html).toContain(fact);
        expect(letter.text).toContain(fact);
      }
      for (const url of [build().downloadUrl!, build().verifyUrl]) {
        expect(letter.html).toContain(`href="${url}"`);
        expect(letter.text).toContain(url);
      }
      expect(letter.html + letter.text + letter.subject).not.toMatch(/\{\w+\}|undefined/);
      expect(letter.html).toContain(`lang="${letterTexts[language].locale}"`);
    });
  }

  it('has every sentence in every language, with the same placeholders', () => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, sentence] of Object.entries(letterTexts.en)) {
      for (const language of languages) {
        const other = letterTexts[language][key as keyof typeof letterTexts.en];
        expect(other.length).toBeGreaterThan(0);
        if (key !== 'locale') expect([key, placeholders(other)]).toEqual([key, placeholders(sentence)]);
      }
    }
  });

  it.each([
    ['en', 'Instituto Cordillera has issued your certificate: Hospital Pharmacy: Dispensing'],
    ['es', 'Instituto Cordillera ha emitido su certificado: Hospital Pharmacy: Dispensing'],
    ['pt', 'Instituto Cordillera emitiu seu certificado: Hospital Pharmacy: Dispensing'],
  ] as const)(
    'says first who issued what, in its subject and its heading, above a picture (%s)',
    (language, said) => {
      const letter = writeLetter(build({ language }));
      const bare = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
      expect(bare(letter.subject)).toBe(said);
      expect(bare(letter.text).split('\n')[0]).toBe(said);
      expect(plainOf(letter.html)).toContain(said.replace('Hospital', ' Hospital').replace(/ +/g, ' '));
      const [image] = letter.html.match(/<img [^>]*>/) ?? [];
      expect(image).toContain(`src="${build().pictureUrl}"`);
      expect(image).toMatch(/alt="[^"]*Lucía Fernanda Quispe: Hospital Pharmacy: Dispensing"/);
      expect(writeLetter(build({ language, subject: 'Diploma: {course}' })).subject).toContain('Diploma: ');
    },
  );

  it('says the day that the certificate prints, on LinkedIn its month', () => {
    const { text } = writeLetter(build({ issuedOn: '2026-10-31' }));
    expect(text).toContain('31 October 2026');
    expect(text).toContain('issueYear=2026&issueMonth=10&');
  });

  it('links to the verify page when the organization offers no downloads', () => {
    const letter = writeLetter(build({ downloadUrl: undefined, pictureUrl: undefined }));
    expect(letter.html).not.toContain('<img');
    expect(letter.html).not.toContain('/c/');
    expect(letter.text).toContain('See the certificate\nhttps://certs.example.test/verify/');
  });

  it('mentions no signature and no contact when there is none', () => {
    const letter = writeLetter(build({ isSigned: false, contact: undefined }));
    expect(letter.text).not.toMatch(/sign/i);
    expect(letter.text).toContain('answers to this message are not read');
    expect(letter.html).not.toContain('mailto:');
  });

  it('escapes names, so that none injects markup, a header or a link', () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&\r\nBcc: all@example.test {verifyUrl}';
    const letter = writeLetter(build({ holder: hostile, course: hostile, issuer: hostile }));
    expect(letter.html).not.toContain('<img src=x');
    expect(letter.subject).not.toMatch(/[\r\n]/);
    expect(letter.html.match(/<a /g)).toHaveLength(5);
    expect(letter.html.match(/<img /g)).toHaveLength(1);
  });

  it('isolates every name from the text around it: by elements in HTML, by FSI and PDI in plain text', () => {
    const names = { holder: 'محمد علي', course: 'صيدلة المستشفى', issuer: 'معهد الجبال' };
    const letter = writeLetter(build(names));
    for (const name of Object.values(names)) {
      const among = (text: string) => text.split(name).length - 1;
      expect(among(letter.text), name).toBeGreaterThan(0);
      expect(letter.text.split(`\u2068${name}\u2069`).length - 1, name).toBe(among(letter.text));
    }
    expect(letter.subject).toContain(`\u2068${names.course}\u2069`);
    const body = letter.html.replace(/<title>[\s\S]*?<\/title>/, '');
    for (const name of [names.holder, names.issuer]) {
      expect(body).toMatch(new RegExp(`<bdi style="unicode-bidi:isolate[^"]*">${name}</bdi>`));
    }
  });

  it('shows the number of pages and the size in megabytes', () => {
    expect(writeLetter(build({ pages: 3, size: 2_460_000 })).text).toContain('PDF, 3 pages, 2.5\u00a0MB.');
    expect(writeLetter(build({ language: 'es', size: 2_460_000 })).text).toContain('2,5\u00a0MB');
  });
});
