import type { Design, DesignInput } from '@sello/contracts';
import { type BlockTexts, blockTexts } from '../blocks/texts.ts';
import { defineDesign } from '../document.ts';
import { signatoryVariables } from './signatories.ts';
import { type CatalogLocale, catalogTexts } from './texts.ts';

type Variable = NonNullable<DesignInput['variables']>[number];

/** A variable of a built-in template, with its label and sample in the template's language. */
export type DeclaredVariable = Omit<Variable, 'name' | 'scope' | 'label' | 'sample'>;

export interface Titled {
  name: string;
  tags: readonly string[];
  /** Labels and samples of its declared variables, in the order of their declarations. */
  variables: readonly (readonly [label: string, sample: string])[];
}

export interface BuiltInTemplate {
  /** The same in every language. */
  key: string;
  name: string;
  tags: string[];
  design: Design;
}

/** A built-in template: its words in every language, its variables and how it is drawn with them. */
export interface BuiltIn {
  key: string;
  make(locale: CatalogLocale): BuiltInTemplate;
}

export function defineBuiltIn<Texts extends Titled>(of: {
  key: string;
  texts: Record<CatalogLocale, Texts>;
  /** By name; `custom.…` for each certificate, `batch.…` entered once when certificates are issued. */
  variables: Record<string, DeclaredVariable>;
  /** The roles of those who sign, one for each line, at most two. */
  signatories?(texts: Texts): readonly string[];
  /** How dates print; `long` unless there is little room. */
  dateStyle?: DesignInput['dateStyle'];
  draw(texts: Texts & BlockTexts): DesignInput['pages'];
}): BuiltIn {
  const { key, texts, variables, draw, signatories, dateStyle = 'long' } = of;
  return {
    key,
    make(locale) {
      const words = texts[locale];
      const declared = Object.entries(variables).map(([name, variable], index): Variable => {
        const [label, sample] = words.variables[index] ?? ['', ''];
        return { name, scope: name.startsWith('batch.') ? 'batch' : 'student', label, sample, ...variable };
      });
      const shared = blockTexts[locale.slice(0, 2) as keyof typeof blockTexts];
      const setting = { version: 2, locale: catalogTexts[locale].printed, dateStyle } as const;
      const pages = draw({ ...shared, ...words });
      return {
        key,
        name: words.name,
        tags: [...words.tags],
        design: defineDesign({
          ...setting,
          pages,
          variables: [...declared, ...signatoryVariables(shared, signatories?.(words) ?? [])],
        }),
      };
    },
  };
}
