import { createFace } from '@sello/design/shaping';
import { expect, it } from 'vitest';
import { fontBytes, fontList } from '../../../../../tests/font-answers.ts';
import { scriptName, scriptsCovered, scriptsOfCatalogue } from './scripts.ts';

it('says of every bundled family which scripts its files have the letters of', async () => {
  const { families } = (await fontList()) as { families: { family: string; faces: { sha256: string }[] }[] };
  expect(families.length).toBeGreaterThan(30);
  for (const { family, faces } of families) {
    const face = createFace(family, (await fontBytes(faces[0]!.sha256))!);
    const covered = scriptsCovered((code) => face.covers(code));
    expect([...scriptsOfCatalogue(family)!].sort(), family).toEqual(covered.sort());
  }
});

it('knows the packs for ideographs without their files, and nothing of a family of somebody’s own', () => {
  expect(scriptsOfCatalogue('Noto Serif JP')).toEqual(['Jpan', 'Latn']);
  expect(scriptsOfCatalogue('Cordillera Titular')).toBeNull();
});

it('names scripts in the language of the interface', () => {
  expect(scriptName('Deva', 'en')).toBe('Devanagari');
  expect(scriptName('Grek', 'es')).toBe('griego');
  expect(scriptName('Hans', 'en')).toBe('Simplified Chinese');
});
