import { languages, mistakeKind } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { writeConfirmLetter, writeMistakeLetter } from './mistake-letters.ts';

const certId = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const isFilled = /\{\w+\}/;

describe.each(languages)('the letters of a report (%s)', (language) => {
  it('ask the reporter, in whose words nothing is said', () => {
    const { subject, html, text } = writeConfirmLetter({
      ...{ language, certId, organization: 'Instituto <i>Cordillera</i>', to: 'lucia@correo.test' },
      confirmUrl: 'https://sello.test/report/00ff',
      expiresAt: new Date('2026-11-21T10:31:00Z'),
    });
    expect(subject).toContain('Instituto <i>Cordillera</i>');
    expect(html).toContain('Instituto &lt;i&gt;Cordillera&lt;/i&gt;');
    for (const body of [html, text]) {
      expect(body).toContain('https://sello.test/report/00ff');
      expect(body).toContain('7K3M 9QXT 2VHB C0RD 8WJN 5PZE 4F');
      expect(body).toContain('lucia@correo.test');
      expect(body).not.toMatch(isFilled);
    }
  });

  it.each(mistakeKind.options)('take it to the organization (%s)', (about) => {
    const { subject, html, text } = writeMistakeLetter({
      ...{ language, certId, about, organization: 'Instituto Cordillera', holder: 'Lucía & Ana' },
      ...{ text: 'One.\n<b>Two</b>', reporter: 'lucia@correo.test', to: 'contact@instituto.test' },
      verifyUrl: `https://sello.test/verify/${certId}`,
      confirmedAt: new Date('2026-11-20T10:31:00Z'),
    });
    expect(subject).toContain('7K3M 9QXT');
    expect(html).toContain('Lucía &amp; Ana');
    expect(html).toContain('&lt;b&gt;Two&lt;/b&gt;');
    expect(text).toContain('> One.\n> <b>Two</b>');
    for (const body of [html, text]) {
      expect(body).toContain('lucia@correo.test');
      expect(body).toContain('contact@instituto.test');
      expect(body).not.toMatch(isFilled);
    }
  });
});
