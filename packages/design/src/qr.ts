import qrcode from 'qrcode-generator';

/** A QR symbol (ISO/IEC 18004) without its quiet zone. */
export interface QrSymbol {
  /** Modules to the side. */
  size: number;
  isDark(row: number, column: number): boolean;
}

qrcode.stringToBytes = (text) => [...new TextEncoder().encode(text)];

/** Encodes a text as UTF-8 in the smallest symbol that holds it; null when none does. */
export function qrSymbol(content: string, errorCorrection: 'L' | 'M' | 'Q' | 'H'): QrSymbol | null {
  const code = qrcode(0, errorCorrection);
  code.addData(content, 'Byte');
  try {
    code.make();
  } catch {
    return null;
  }
  return { size: code.getModuleCount(), isDark: (row, column) => code.isDark(row, column) };
}
