import { type AuditAction, type AuditLine, auditActions, languages } from '@sello/contracts';
import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatters } from '../../../i18n/format.ts';
import { withEveryPlural } from '../../../i18n/plurals.ts';
import { describeLine } from './describe.ts';
import { filtersOf, readView } from './view.ts';

const files = import.meta.glob<object>('../../../i18n/locales/*/{audit,common}.json', {
  eager: true,
  import: 'default',
});
const says: Record<string, TFunction> = {};

beforeAll(async () => {
  for (const language of languages) {
    const instance = i18next.createInstance();
    const texts = Object.fromEntries(
      ['audit', 'common'].map((name) => [name, files[`../../../i18n/locales/${language}/${name}.json`]!]),
    );
    const translation = withEveryPlural(language, texts);
    await instance.init({ lng: language, resources: { [language]: { translation } } });
    says[language] = instance.t as TFunction;
  }
});

function wordsOf(action: string, details: AuditLine['details'] = {}, language = 'en', subject?: string) {
  const line = {
    ...{ _id: 'a'.repeat(24), at: '2026-11-20T10:42:11Z', actorId: 'b'.repeat(24), actorName: 'Ana' },
    ...{ action, details, ...(subject !== undefined && { subject }) },
  };
  const { did, to, more } = describeLine(line, says[language]!, formatters(language));
  const flat = (pieces: typeof to) => pieces.map((one) => ('typed' in one ? one.typed : one.text)).join(', ');
  return [did, flat(to), flat(more)];
}

describe('a line of the audit log', () => {
  it.each(languages)('says every action in words of its own in %s', (language) => {
    const actions = Object.keys(auditActions) as AuditAction[];
    const said = actions.map((action) => wordsOf(action, {}, language)[0]!);
    expect(new Set(said).size).toBe(actions.length);
    for (const text of said) expect(text).toMatch(/^[^{}]*\p{L}[^{}]*$/u);
    expect(said.filter((text) => text.includes('audit.'))).toEqual([]);
  });

  it('says what it was about and what else is known', () => {
    expect(wordsOf('certificates.generate', { students: 1248, name: 'Diploma' })).toEqual([
      'issued certificates',
      '1,248 certificates',
      'Diploma',
    ]);
    expect(wordsOf('certificates.revoke', { reason: 'Wrong person' }, 'en', 'Pedro')).toEqual([
      'revoked a certificate',
      'Pedro',
      expect.stringContaining('Wrong person'),
    ]);
    expect(wordsOf('members.change-role', { email: 'j@x.example', from: 'member', to: 'admin' })).toEqual([
      'changed a role',
      'j@x.example',
      'Member to Admin',
    ]);
    expect(wordsOf('students.upsert', { created: true })[0]).toBe('added a student');
    expect(wordsOf('students.import', { added: 1132, updated: 76, skipped: 0 }, 'es')).toEqual([
      'importó estudiantes',
      'nuevos: 1132, cambiados: 76'.replace('1132', formatters('es').count(1132)),
      '',
    ]);
    expect(wordsOf('templates.delete-batch', { names: ['A', 'B', 'C', 'D', 'E'], deleted: 5 })[1]).toBe(
      'A, B, C, and 2 more',
    );
    expect(wordsOf('tenants.settings-update', { changed: ['publicName', 'logoUrl'] }, 'pt')[2]).toBe(
      'nome público, logo',
    );
    expect(wordsOf('tenants.domains-update', { domain: 'x.example', useInEmails: false })).toEqual([
      'changed the uses of the domain',
      'x.example',
      'in e-mails: off',
    ]);
    expect(wordsOf('organizations.pause', { what: 'mail', reason: 'Spam' })).toEqual([
      'paused',
      'e-mails',
      expect.any(String),
    ]);
    expect(wordsOf('tenants.settings')[0]).toBe('changed the settings');
    expect(wordsOf('auth.sign-out-everywhere', { sessions: 1 })[2]).toBe('1 session');
  });

  it('of an unknown action, or with details of unknown kinds, still says something', () => {
    const strange = {
      name: 3,
      names: 'x',
      students: '7',
      role: 'king',
      status: {},
      changed: { a: 1 },
      to: ['x'],
    };
    expect(wordsOf('students.cloned', strange)).toEqual(['did something else', '', '']);
    expect(wordsOf('__proto__')).toEqual(['did something else', '', '']);
  });
});

describe('the filters', () => {
  it('are read from the address, where invalid ones are ignored', () => {
    const read = (query: string) => readView(new URLSearchParams(query), { cursors: ['c', 4] });
    expect(read('person=platform&kind=members&from=2026-11-01&to=2026-11-20&words=x')).toEqual({
      ...{ person: 'platform', kind: 'members', from: '2026-11-01', to: '2026-11-20', words: 'x' },
      cursors: ['c'],
    });
    expect(read('person=x&kind=toString&from=yesterday&to=2026-11')).toMatchObject({
      ...{ person: '', kind: '', from: '', to: '' },
    });
  });

  it('take whole days of the local time zone', () => {
    const { from, to } = filtersOf('t', {
      ...{ person: '', kind: '', words: '' },
      ...{ from: '2026-11-20', to: '2026-11-20' },
    });
    expect(new Date(from!).getHours()).toBe(0);
    expect(new Date(to!).getTime() - new Date(from!).getTime()).toBe(24 * 3_600_000);
  });
});
