declare module 'subset-font' {
  /** A font with only the characters of `text`; `variationAxes` pins an axis to a value or limits it to a range. */
  // biome-ignore lint/style/noDefaultExport: the library exports it so.
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes?: Record<string, number | { min: number; max: number; default?: number }>;
      keepFeatures?: readonly string[];
      noHinting?: boolean;
    },
  ): Promise<Uint8Array>;
}
