import { describe, expect, it } from 'vitest';
import { foldKey } from './fold.ts';

describe('foldKey', () => {
  it.each([
    ['  José   ÑANDÚ ', 'jose nandu'],
    ['Łukasz Øre', 'lukasz ore'],
    ['Größe', 'grosse'],
    ['İstanbul', 'istanbul'],
    ['Đặng Nguyễn', 'dang nguyen'],
    ['Ælfred Œuvre', 'aelfred oeuvre'],
    ['ПЁТР', 'петр'],
    ['ﬁne', 'fine'],
    ['', ''],
  ])('%j becomes %j', (text, key) => expect(foldKey(text)).toBe(key));

  it('is idempotent', () => {
    for (const text of ['Ñandú Þór ẞ ﬀ', 'ǅ Ⅷ ①']) expect(foldKey(foldKey(text))).toBe(foldKey(text));
  });
});
