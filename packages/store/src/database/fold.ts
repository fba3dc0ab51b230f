/**
 * The key under which a name is searched and sorted: lower case, accents removed, whitespace collapsed. Stored beside
 * the name because not every MongoDB server supports the same collations.
 */
export function foldKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/đ/g, 'd')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/ı/g, 'i')
    .replace(/\s+/g, ' ')
    .trim();
}
