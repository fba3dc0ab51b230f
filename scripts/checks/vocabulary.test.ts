import { describe, expect, it } from 'vitest';
import { bannedNames, bannedPhrases } from './vocabulary.ts';

const names = (text: string) => bannedNames(text).map(({ word }) => word);
const phrases = (text: string) => bannedPhrases(text).map(({ word }) => word);

describe('a name that the field does not use', () => {
  it.each([
    ['function takeTurnOf() {}', 'takeTurnOf'],
    ['const verdict = judgePdf(bytes);', 'judgePdf'],
    ['interface UploadDesk {}', 'UploadDesk'],
    ['await answerTlsQuestion(store);', 'answerTlsQuestion'],
    ['const LAST_WORDS = 20;', 'LAST_WORDS'],
    ['const ways = [docker, apt];', 'ways'],
    ['for (const tell of watchers) notify(id);', 'tell'],
  ])('is found in %s', (text, name) => {
    expect(names(text)).toEqual([name]);
  });

  it.each([
    '// They judge nothing.',
    "const text = 'Attendance is told by the desk';",
    'const keepError = sideways(bookkeeping, outstanding);',
    'const Mendívil = 1;',
    'const lines = `the world of a seat`;',
  ])('is not found in %s', (text) => {
    expect(names(text)).toEqual([]);
  });

  it('is reported with its line', () => {
    expect(bannedNames('/* one\n two */\nconst unborn = 1;')).toMatchObject([{ line: 3, word: 'unborn' }]);
  });
});

describe('a phrase', () => {
  it.each([
    ['// It is dear to make.', 'dear to '],
    ["It is nobody's business.", "nobody's business"],
    ['A full-length proof.', 'full-length'],
    ['What was mended.', 'mended'],
  ])('is found in %s', (text, phrase) => {
    expect(phrases(text)).toEqual([phrase]);
  });

  it.each(['Dear {{fullName}},', 'Rosa Ccori Mendívil', 'recommended', 'a desktop'])(
    'is not found in %s',
    (text) => {
      expect(phrases(text)).toEqual([]);
    },
  );
});
