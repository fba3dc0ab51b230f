import type { Design } from '@sello/contracts';
import { kindOf, printedElements, variablesIn } from '@sello/design';
import type { StampRow } from '../values.ts';

/**
 * An upper bound of what rendering a design costs, in letters of set text: a letter takes up to ten microseconds to
 * shape, break and write. It is counted without a layout, so a hostile design cannot make the count itself expensive.
 */
export interface Cost {
  /** Of all elements, which `compile` lays out or prepares. */
  total: number;
  /** Of the elements laid out for each certificate, without the values of their variables. */
  perCertificate: number;
  /** Occurrences of variables. */
  placeholders: number;
}

/** Cost of any element, measured against letters; `ElementKind.cost` is added to it. */
const costPerElement = 20;

/** Limits for the main thread: at ten microseconds a letter, 250 ms to compile and 40 ms for a certificate. */
const light = { total: 25_000, perCertificate: 4_000 };

/** The cost of the elements of a design that print. */
export function costOf(design: Design): Cost {
  const cost: Cost = { total: 0, perCertificate: 0, placeholders: 0 };
  for (const page of design.pages) {
    for (const printed of printedElements(page.elements)) {
      const kind = kindOf(printed);
      const own = kind.cost(printed);
      const placeholders = kind.texts(printed).flatMap(variablesIn).length;
      cost.total += costPerElement + own;
      if (!kind.varies(printed)) continue;
      cost.perCertificate += costPerElement + own;
      cost.placeholders += placeholders;
    }
  }
  return cost;
}

/** Whether the design can be compiled, and a certificate with short values stamped, without blocking the event loop. */
export function isLightDesign({ total, perCertificate }: Cost): boolean {
  return total <= light.total && perCertificate <= light.perCertificate;
}

/** Bytes of an image that are copied and hashed in the time of a letter. */
const bytesPerLetter = 3_000;

/** Pixels of a PNG that are decoded and compressed in the time of a letter, 170 to 220 ns each; a JPEG is not decoded. */
const pixelsPerLetter = 50;

/** An upper bound of what writing an image costs; its pixels are read from the header of a PNG (PNG 3, 11.2.1). */
function costOfImage(bytes: Uint8Array): number {
  const isPng = bytes.byteLength > 24 && bytes[0] === 0x89;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pixels = isPng ? view.getUint32(16) * view.getUint32(20) : 0;
  return bytes.byteLength / bytesPerLetter + pixels / pixelsPerLetter;
}

/**
 * Whether a row of a light design can be stamped without blocking the event loop: long values and images of its own raise
 * its cost.
 */
export function isLightRow(
  { perCertificate, placeholders }: Cost,
  { student, custom, batch = {}, tenant, certificate, images = {} }: StampRow,
): boolean {
  let longest = certificate.verifyUrl.length;
  for (const values of [student, custom, batch, tenant]) {
    for (const value of Object.values(values)) longest = Math.max(longest, String(value ?? '').length);
  }
  const pictured = Object.values(images).reduce((sum, bytes) => sum + costOfImage(bytes), 0);
  return perCertificate + placeholders * longest + pictured <= light.perCertificate;
}
