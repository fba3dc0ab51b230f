import type { ImageElement } from '@sello/contracts';
import type { ShapedRun } from '@sello/design';
import type { EmbeddedFace, StampPlan } from '../compile.ts';
import type { FormContent, NamedImage, Resources, ShownFont } from './content.ts';
import { isExtractable, mapsOneToOne, recordGlyphs } from './glyph-texts.ts';
import { imageOf, type WrittenImage } from './images.ts';

/** Whether the prefix embeds the glyphs of a run, and if so whether readers can extract its text. */
type Shown = 'absent' | 'readable' | 'unreadable';

// Shaped runs are cached, so the result for a run is reused for the next certificate.
const shownRuns = new WeakMap<EmbeddedFace, WeakMap<ShapedRun, Shown>>();

function howShown(run: ShapedRun, face: EmbeddedFace): Shown {
  if (mapsOneToOne(run, face.texts)) return 'readable';
  let known = shownRuns.get(face);
  if (!known) {
    known = new WeakMap();
    shownRuns.set(face, known);
  }
  let shown = known.get(run);
  if (shown === undefined) {
    const present = run.glyphs.every((glyph) => face.texts.has(glyph.id));
    shown = !present ? 'absent' : isExtractable(run, face.texts) ? 'readable' : 'unreadable';
    known.set(run, shown);
  }
  return shown;
}

/** The resources of the variable part of one certificate: those of the prefix, and those that it lacks. */
export class TailResources implements Resources {
  readonly #plan: StampPlan;
  readonly extraFaces = new Map<string, { name: string; texts: Map<number, string> }>();
  readonly forms: FormContent[] = [];
  /** The images of this certificate, by variable. */
  readonly images = new Map<string, WrittenImage & { name: string }>();

  constructor(plan: StampPlan) {
    this.#plan = plan;
  }

  get fonts() {
    return this.#plan.fonts;
  }

  font({ face, run }: Parameters<Resources['font']>[0]): ShownFont {
    const embedded = this.#plan.faces.get(face.key);
    const shown = embedded ? howShown(run, embedded) : 'absent';
    if (embedded && shown !== 'absent') {
      return { name: embedded.name, extractable: shown === 'readable', texts: embedded.texts };
    }
    let extra = this.extraFaces.get(face.key);
    if (!extra) {
      extra = { name: `X${this.extraFaces.size}`, texts: new Map() };
      this.extraFaces.set(face.key, extra);
    }
    recordGlyphs(run, face, extra.texts);
    return { name: extra.name, extractable: isExtractable(run, extra.texts), texts: extra.texts };
  }

  opacity(value: number): string {
    const name = this.#plan.opacities.get(value);
    if (!name) throw new RangeError(`opacity ${value} was not compiled`);
    return name;
  }

  image(source: ImageElement['source']): NamedImage | null {
    const own = source.kind === 'variable' ? this.images.get(source.name) : undefined;
    return own ?? imageOf(this.#plan.images, source);
  }

  form(form: FormContent): string {
    this.forms.push(form);
    return `V${this.forms.length - 1}`;
  }
}
