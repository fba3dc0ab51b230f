/**
 * Why an uploaded file, or an image that is printed, is refused: the closed list of the values of `details.reason`. Codes
 * are stable; the web translates them by the key `fileFaults.<reason>`. The English text continues a sentence such as
 * "The image cannot be read: "; `{placeholders}` are filled from the same details.
 */
export const fileFaults = {
  // Files of any kind
  damaged: 'its data are damaged',
  incomplete: 'it ends early',
  nested_deeply: 'it is nested too deeply',
  too_slow: 'reading it takes too long',
  too_much_memory: 'reading it takes too much memory',
  stopped: 'reading it ended unexpectedly',

  // Images
  image_kind: 'it is of no kind that can be printed',
  image_missing: 'it has no picture',
  image_empty: 'it has no pixels',
  image_pixels: 'it has too many pixels',
  image_side: 'a side of it is longer than {max} pixels',
  image_animated: 'it is an animation',
  image_compression: 'it is compressed in a way that readers of PDF do not know',
  image_colors: 'its colours are of an unknown kind',

  // SVG
  svg_large: 'it is larger than {max} MB',
  svg_markup: 'its markup is broken at character {at}',
  svg_unopened: '</{name}> closes nothing',
  svg_unclosed: '<{name}> is not closed',
  svg_entities: 'it declares entities',
  svg_entity: 'it uses {name}, which is declared nowhere',
  svg_elements: 'it has more than {max} elements',
  svg_root: 'it has no <svg>',
  svg_size: 'it has no size',
  svg_blank: 'it shows nothing',
  svg_external: 'its attribute {name} refers to other files',
  svg_style_external: 'its style sheet refers to other files',
  svg_selector: 'the selector {name} is unknown',
  svg_length: 'the length {name} is of an unknown kind',
  svg_color: 'the colour {name} is unknown',
  svg_path: 'a path in it cannot be read',
  svg_transform: 'the transform {name} is unknown',
  svg_transform_long: 'a transform in it is too long',
  svg_gradient_repeats: 'a gradient in it repeats itself',
  svg_gradient_blank: 'a gradient in it has no colours',
  svg_gradient_clear: 'a gradient in it is transparent',
  svg_gradient_outline: 'an outline in it has a gradient',
  svg_reference: 'it refers to {name}, which is not in it',
  svg_circular: '{name} refers to itself',
  svg_use_deep: '<use> of {name} leads too far',
  svg_symbol: 'the symbol {name} has a view box of its own',
  svg_complex: 'it paints too much',
  svg_filter: '<{name}> has a filter',
  svg_mask: '<{name}> has a mask',
  svg_element: '<{name}> cannot be printed',
  svg_clipped: '<{name}> is clipped in an unknown way',
  svg_clip: '<{name}> cannot clip others',
  svg_fill: '<{name}> cannot fill others',

  // PDFs
  pdf_structure: 'the list of its objects is damaged',
  pdf_pages: 'it has no pages',
  pdf_filter: 'a part of it is compressed in an unknown way',
  pdf_drawing: 'a page of it cannot be drawn',
  pdf_failed: 'reading it failed',
  pdf_page_flat: 'a page of it has no area',
  pdf_objects: 'it has too many objects',
  pdf_values: 'it has too many values',
  pdf_overlap: 'objects of it overlap',
  pdf_data: 'it has too much compressed data',
  pdf_filters: 'a part of it is compressed too many times',
  pdf_images: 'it has too many images',
  pdf_images_large: 'its images are too large',
  pdf_image_pixels: 'an image of it has too many pixels',
  pdf_image_large: 'an image of it is too large',
  pdf_pattern: 'a pattern of it is too fine',
  pdf_complex: 'it paints too much',

  // Fonts
  font_kind: 'it is no TrueType, OpenType, WOFF or WOFF2 font',
  font_name: 'its name cannot be shown',
  font_empty: 'it has no characters',
  font_not_embedded: 'its maker does not allow it to be embedded in documents',
  font_not_subset: 'its maker does not allow parts of it to be embedded',
  font_only_bitmaps: 'its maker allows only its bitmaps to be embedded',
} as const;

export type FileFault = keyof typeof fileFaults;

/** The values of a fault's `{placeholders}`; a name comes from the file. */
export interface FileFaultValues {
  name?: string;
  max?: number;
  at?: number;
}

export function isFileFault(reason: unknown): reason is FileFault {
  return typeof reason === 'string' && Object.hasOwn(fileFaults, reason);
}
