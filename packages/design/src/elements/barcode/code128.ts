import JsBarcode from 'jsbarcode';

/** A Code 128 symbol (ISO/IEC 15417) without its quiet zone. */
export interface BarcodeSymbol {
  /** One character for each module from left to right: 1 is a bar, 0 a space. */
  modules: string;
}

/**
 * Encodes printable ASCII. Returns the first other character as `unencodable`; control characters are not supported
 * although Code 128 has them.
 */
export function code128(content: string): BarcodeSymbol | { unencodable: string } {
  for (const character of content) {
    if (!/^[\x20-\x7e]$/.test(character)) return { unencodable: character };
  }
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, content, { format: 'CODE128' });
  return { modules: (drawn.encodings ?? []).map(({ data }) => data).join('') };
}
