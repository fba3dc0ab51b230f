/**
 * The key under which a name is searched and sorted: lower-cased, accents folded, blanks joined. Stored beside the
 * name because the database's collations are no part of what every MongoDB server offers alike.
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
