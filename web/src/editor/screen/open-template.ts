import type { Language } from '@sello/contracts';
import { defineDesign } from '@sello/design';
import { localeTags } from '../../i18n/language.ts';
import { newId, pageSizes } from '../model/index.ts';
import type { TemplateDocument } from '../session/session.ts';

/** An empty sheet in the language of the interface. */
export function emptyTemplate(name: string, language: Language): TemplateDocument {
  const page = { id: newId(), ...pageSizes.a4Landscape, elements: [] };
  return {
    name,
    tags: [],
    design: defineDesign({ version: 2, locale: localeTags[language], pages: [page] }),
  };
}
