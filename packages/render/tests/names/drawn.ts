import type { FontLibrary } from '../../src/index.ts';
import { apart, type ChromiumPainter, type Setting, viewerBoxes } from './boxes.ts';
import { styleOf } from './certificates.ts';
import { compareLines, listOf } from './lines.ts';
import { personNames } from './person-names.ts';
import { languages } from './words.ts';

/** Tolerance in points. */
const tolerance = 0.5;
/** Languages in which a name is also drawn incorrectly as a negative control. */
const controlled = new Set(['en', 'el', 'ru', 'ar', 'he', 'hi', 'th', 'ka', 'hy', 'bn']);
/** Names in one text of several lines. */
const namesInText = 9;

/** The maximum and the 99th percentile of the values, rounded to thousandths. */
function summary(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const round = (value: number | undefined) => Math.round((value ?? Number.NaN) * 1_000) / 1_000;
  return { max: round(sorted.at(-1)), p99: round(sorted[Math.ceil(sorted.length * 0.99) - 1]) };
}

/** Compares the ink bounds of names in two viewers of our files with Chromium's: `each` names of each language. */
export async function checkBoxes(
  { each, count, seed, only }: { each: number; count: number; seed: number; only?: readonly string[] },
  painter: ChromiumPainter,
  fonts: FontLibrary,
) {
  const found = { poppler: [] as number[], mupdf: [] as number[] };
  const faults: string[] = [];
  const controls = { larger: 0, otherWeight: 0, made: 0 };
  for (const language of only ?? Object.keys(languages)) {
    const names = personNames(language, count, seed);
    for (let step = 0; step < each; step += 1) {
      // Not a multiple of the four styles, so that all are used.
      const index = (step * 51) % count;
      const setting: Setting = { language, name: names[index] as string, ...styleOf(index) };
      const chromium = await painter.box(setting);
      const viewers = await viewerBoxes(setting, fonts);
      for (const viewer of ['poppler', 'mupdf'] as const) {
        const distance = apart(viewers[viewer], chromium);
        found[viewer].push(distance);
        if (!(distance <= tolerance))
          faults.push(`${language}: ${setting.name} in ${viewer} is ${distance} pt from Chromium`);
      }
      if (step > 0 || !controlled.has(language)) continue;
      controls.made += 1;
      const weight = setting.fontWeight === 400 ? 700 : 400;
      const isFound = async (change: { scale?: number; weight?: number }) =>
        apart(viewers.poppler, await painter.box(setting, change)) > tolerance;
      if (await isFound({ scale: 1.05 })) controls.larger += 1;
      if (await isFound({ weight })) controls.otherWeight += 1;
    }
  }
  if (controls.larger < controls.made || controls.otherWeight < controls.made)
    faults.push('letters of another size or weight were not found out');
  return {
    names: found.poppler.length,
    poppler: summary(found.poppler),
    mupdf: summary(found.mupdf),
    controls,
    faults,
  };
}

interface ScriptLines {
  layouts: number;
  equal: number;
  /** Percentage of layouts whose line breaks all equal Chromium's. */
  share: number;
  /** The same with a box 6 points wider than Chromium's, as a negative control. */
  controlShare: number;
}

const perCent = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100;

/** Compares texts of names, broken here and in Chromium at each width. */
export async function checkLines(
  { texts, count, seed, only }: { texts: number; count: number; seed: number; only?: readonly string[] },
  painter: ChromiumPainter,
  fonts: FontLibrary,
) {
  const scripts: Record<string, ScriptLines> = {};
  const differences: { language: string; width: number; ours: string; chromium: string }[] = [];
  const distances: number[] = [];
  const beyond: { language: string; width: number; distance: number; text: string }[] = [];
  const controls = new Map<string, number>();
  for (const language of only ?? Object.keys(languages)) {
    const names = personNames(language, count, seed);
    const script = languages[language] as string;
    const entry = scripts[script] ?? { layouts: 0, equal: 0, share: 0, controlShare: 0 };
    scripts[script] = entry;
    for (let index = 0; index < texts; index += 1) {
      const text = listOf(language, names.slice(index * namesInText, (index + 1) * namesInText));
      const fontFamily = styleOf(index).fontFamily;
      const { layouts } = await compareLines(painter, { text, language }, { fonts, fontFamily });
      const wider = await compareLines(painter, { text, language }, { fonts, fontFamily, wider: 6 });
      const equalWider = wider.layouts.filter(({ distance }) => distance !== null).length;
      controls.set(script, (controls.get(script) ?? 0) + equalWider);
      for (const { width, ours, theirs, distance } of layouts) {
        entry.layouts += 1;
        if (distance === null) {
          const line = ours.findIndex((start, place) => start !== theirs[place]);
          const at = (start = 0) =>
            `${text.slice(Math.max(0, start - 12), start)}|${text.slice(start, start + 12)}`;
          differences.push({ language, width, ours: at(ours[line]), chromium: at(theirs[line]) });
          continue;
        }
        entry.equal += 1;
        distances.push(distance);
        if (distance > tolerance) beyond.push({ language, width, distance, text });
      }
    }
    entry.share = perCent(entry.equal, entry.layouts);
    entry.controlShare = perCent(controls.get(script) ?? 0, entry.layouts);
  }
  const faults = Object.entries(scripts)
    .filter(([, { controlShare }]) => controlShare >= 99)
    .map(([script]) => `lines of ${script} in a wider box were not found out`);
  return {
    scripts,
    scriptsAtLeast99: Object.values(scripts).filter(({ share }) => share >= 99).length,
    distance: summary(distances),
    beyond,
    differences,
    faults,
  };
}
