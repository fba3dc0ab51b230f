import { afterEach, describe, expect, it, vi } from 'vitest';
import { clockText, formatters } from './format.ts';
import { chooseLanguage, storeLanguage } from './language.ts';

describe('the language', () => {
  it('is the stored choice, else the browser’s first supported language, else English', () => {
    expect(chooseLanguage('es', ['pt-BR'])).toBe('es');
    expect(chooseLanguage(null, ['de-DE', 'pt-PT', 'es'])).toBe('pt');
    expect(chooseLanguage(null, ['de', 'fr'])).toBe('en');
    expect(chooseLanguage('xx', ['es-MX'])).toBe('es');
  });

  afterEach(() => vi.unstubAllGlobals());
  it.each([
    ['https:', /^__Secure-language=es; path=\/; .*; secure$/],
    ['http:', /^language=es; path=\/; .*; samesite=lax$/],
  ])('is kept in a cookie, on %s', (protocol, expected) => {
    const page = { cookie: '' };
    vi.stubGlobal('document', page);
    vi.stubGlobal('location', { protocol });
    storeLanguage('es');
    expect(page.cookie).toMatch(expected);
  });
});

describe('dates and numbers', () => {
  it('format a day independently of the time zone', () => {
    expect(formatters('en-GB').day('2026-03-03')).toBe('03 Mar 2026');
    expect(formatters('es').day('2026-10-30')).toBe('30 oct 2026');
    expect(formatters('pt-BR').longDay('2026-10-30')).toBe('30 de outubro de 2026');
  });

  it('group thousands in every language', () => {
    expect(formatters('en-GB').count(1248)).toBe('1,248');
    expect(formatters('es').count(1248)).toBe('1.248');
    expect(formatters('pt-BR').count(1248)).toBe('1.248');
  });

  it('show time left in minutes and seconds, with hours if there are any', () => {
    expect([0, 6.2, 70, 3725].map(clockText)).toEqual(['0:00', '0:07', '1:10', '1:02:05']);
  });
});
