import { languages } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { type InviteSubject, writeInviteLetter } from './invite-letter.ts';
import { inviteTexts } from './invite-texts.ts';

const build = (overrides: Partial<InviteSubject> = {}): InviteSubject => ({
  language: 'en',
  organization: 'Instituto Cordillera',
  logoUrl: undefined,
  inviter: 'Rosa Huamán',
  inviterAddress: 'rosa@cordillera.test',
  isUnproven: false,
  to: 'lucia@example.test',
  code: '7K3M9QXT2V',
  acceptUrl: 'https://certs.example.test/accept-invite/6b035266097c46519e968839',
  expiresAt: new Date('2026-11-29T20:30:00Z'),
  ...overrides,
});

describe('the letter of an invitation', () => {
  for (const language of languages) {
    it(`has the code, the link and its end in HTML and in plain text (${language})`, () => {
      const letter = writeInviteLetter(build({ language }));
      const html = letter.html.replace(/<[^>]+>/g, '');
      for (const fact of [
        'Instituto Cordillera',
        'Rosa Huamán',
        '7K3M9 QXT2V',
        'lucia@example.test',
        '29',
        '2026',
      ]) {
        expect(html).toContain(fact);
        expect(letter.text).toContain(fact);
      }
      expect(letter.html).toContain(`href="${build().acceptUrl}"`);
      expect(letter.text).toContain(build().acceptUrl);
      expect(letter.html + letter.text + letter.subject).not.toMatch(/\{\w+\}|undefined/);
      expect(writeInviteLetter(build({ language, inviter: '' })).text).not.toContain('Rosa');
    });
  }

  it.each(languages)('warns of an organization that nobody proved (%s)', (language) => {
    const warning = inviteTexts[language].unproven.split('{')[0]!;
    const proved = writeInviteLetter(build({ language }));
    expect(proved.text).not.toContain(warning);
    expect(proved.text).not.toContain('rosa@cordillera.test');
    const unproven = writeInviteLetter(build({ language, isUnproven: true }));
    const html = unproven.html.replace(/<[^>]+>/g, '');
    for (const part of [warning, 'rosa@cordillera.test']) {
      expect(unproven.text).toContain(part);
      expect(html).toContain(part);
    }
    const alone = { inviter: '', inviterAddress: '', isUnproven: true };
    const without = writeInviteLetter(build({ language, ...alone }));
    expect(without.text).toContain(inviteTexts[language].unprovenWithout.split('. ')[1]);
    expect(without.text).not.toContain('rosa@');
  });

  it('has every sentence in every language, with the same placeholders', () => {
    const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const [key, sentence] of Object.entries(inviteTexts.en)) {
      for (const language of languages) {
        const other = inviteTexts[language][key as keyof typeof inviteTexts.en];
        expect([key, placeholders(other)]).toEqual([key, placeholders(sentence)]);
      }
    }
  });

  it('escapes names, so that none injects markup, a header or a link', () => {
    const hostile = '<a href="https://evil.test">x</a>"\'&\r\nBcc: all@example.test {acceptUrl}';
    const letter = writeInviteLetter(build({ organization: hostile, inviter: hostile }));
    expect(letter.html).not.toContain('<a href="https://evil');
    expect(letter.subject).not.toMatch(/[\r\n]/);
    expect(letter.html.match(/<a /g)).toHaveLength(2);
  });
});
