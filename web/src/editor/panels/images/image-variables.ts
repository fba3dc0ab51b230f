import { logoVariable, studentImages } from '@sello/design';
import type { TFunction } from 'i18next';
import type { ChosenImage } from './place-image.ts';

/** The organization's logo, as each certificate prints it. */
export const logoImage = (t: TFunction): ChosenImage => ({
  source: { kind: 'variable', name: logoVariable },
  name: t('editorContent.images.logo'),
  alt: t('editorContent.images.logoAlt', {
    name: '{{tenant.publicName}}',
    interpolation: { escapeValue: false },
  }),
});

/** Photographs are upright, 3 : 4. */
const photographSize = { width: 90, height: 120 };

/** The images that a student's record can hold, such as the photograph. */
export const recordImages = (t: TFunction): readonly ChosenImage[] =>
  [...studentImages.keys()].map((name) => ({
    source: { kind: 'variable', name },
    name,
    size: photographSize,
    alt: t('editorContent.images.photoAlt', { name: '{{fullName}}', interpolation: { escapeValue: false } }),
  }));
