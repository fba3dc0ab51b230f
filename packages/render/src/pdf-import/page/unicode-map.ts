// ToUnicode CMaps (ISO 32000-1, 9.10.3), as far as which codes they map to characters.

const section = /begin(bfchar|bfrange)([\s\S]*?)end\1/g;
const maxRange = 65_536;

/** The codes that are mapped to characters which PDF/A accepts (ISO 19005-2, 6.2.11.7.2). */
export function mappedCodes(content: Buffer): Set<number> {
  const mapped = new Set<number>();
  for (const [, kind, body = ''] of content.toString('latin1').matchAll(section)) {
    if (kind === 'bfchar') {
      for (const [, code = '', text = ''] of body.matchAll(/<([^>]*)>\s*<([^>]*)>/g)) {
        if (isCharacter(text)) mapped.add(hex(code));
      }
      continue;
    }
    for (const [, first = '', last = '', text, list] of body.matchAll(
      /<([^>]*)>\s*<([^>]*)>\s*(?:<([^>]*)>|\[([^\]]*)\])/g,
    )) {
      const [from, to] = [hex(first), Math.min(hex(last), hex(first) + maxRange)];
      const texts = list?.match(/<[^>]*>/g);
      for (let code = from; code <= to; code += 1) {
        if (isCharacter(texts ? (texts[code - from] ?? '').slice(1, -1) : (text ?? ''))) mapped.add(code);
      }
    }
  }
  return mapped;
}

const hex = (text: string): number => Number.parseInt(text.replace(/\s/g, ''), 16) || 0;

function isCharacter(text: string): boolean {
  const value = text.replace(/\s/g, '').toLowerCase();
  return value !== '' && !['0000', 'feff', 'fffe'].includes(value);
}
