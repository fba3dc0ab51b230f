import type { ImageElement } from '@sello/contracts';
import type { FontRequest } from '@sello/design';
import type { Preparation } from '../elements/painter.ts';
import type { FontLibrary } from '../fonts/library.ts';
import { repertoireOf } from '../fonts/repertoire.ts';
import type { FormContent, NamedImage, Resources, ShownFont } from './content.ts';
import { isExtractable, recordGlyphs } from './glyph-texts.ts';
import { imageOf, type WrittenImage } from './images.ts';

interface StaticFace {
  name: string;
  texts: Map<number, string>;
}

/** The resources of the static part of a template, and those prepared for its variable elements. */
export class StaticResources implements Resources, Preparation {
  readonly fonts: FontLibrary;
  readonly faces = new Map<string, StaticFace>();
  readonly opacities = new Map<number, string>();
  readonly images = new Map<string, WrittenImage & { name: string }>();
  readonly forms: FormContent[] = [];

  constructor(fonts: FontLibrary) {
    this.fonts = fonts;
  }

  face(key: string): StaticFace {
    let face = this.faces.get(key);
    if (!face) {
      face = { name: `F${this.faces.size}`, texts: new Map() };
      this.faces.set(key, face);
    }
    return face;
  }

  font({ face, run }: Parameters<Resources['font']>[0]): ShownFont {
    const { name, texts } = this.face(face.key);
    recordGlyphs(run, face, texts);
    return { name, extractable: isExtractable(run, texts), texts };
  }

  opacity(value: number): string {
    let name = this.opacities.get(value);
    if (!name) {
      name = `G${this.opacities.size}`;
      this.opacities.set(value, name);
    }
    return name;
  }

  image(source: ImageElement['source']): NamedImage | null {
    return imageOf(this.images, source);
  }

  repertoire({ family, weight, italic }: FontRequest): void {
    const first = this.fonts.chain(family, weight, italic)?.[0];
    const source = first && this.fonts.source(first.key);
    if (!source) return;
    const { texts } = this.face(source.key);
    for (const [glyph, text] of repertoireOf(source, this.fonts.subsetter)) {
      if (!texts.has(glyph)) texts.set(glyph, text);
    }
  }

  form(form: FormContent): string {
    this.forms.push(form);
    return `S${this.forms.length - 1}`;
  }
}
