/** Formats that are read from the end of a file, or wherever they begin in it, so that an image can hold one. */
const marks = [
  // ISO 32000-1, H.3, implementation note 13: readers accept the header anywhere in the first 1,024 bytes.
  { name: 'PDF', mark: '%pdf-', within: 1_024 },
  { name: 'RAR', mark: 'rar!\x1a\x07' },
  { name: '7z', mark: '7z\xbc\xaf\x27\x1c' },
  { name: 'PHP', mark: beginningOf('\\?php') },
  { name: 'HTML', mark: beginningOf('!doctype html') },
  { name: 'HTML', mark: beginningOf('html') },
  { name: 'HTML', mark: beginningOf('script') },
  { name: 'SVG', mark: beginningOf('svg') },
] as const;

/**
 * The beginning of a document of text, in lower case: a tag with text after it. Four letters alone stand by chance in one
 * of 300 compressed images of two megabytes.
 */
function beginningOf(tag: string): RegExp {
  return new RegExp(`<${tag}(?![\\w-])(?:[\\t\\n\\r -~]{8}|[\\t\\n\\r -~]*$)`);
}

/** The longest comment of a ZIP's last record (APPNOTE 4.3.16), and the record itself. */
const zipTail = 65_535 + 22;

/**
 * The name of another format that the file of an image has, too: in its metadata, or after its end. Such files are made
 * to pass as an image here and as something else elsewhere.
 */
export function secondFormat(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1').toLowerCase();
  const found = marks.find(({ mark, ...where }) => {
    const at = typeof mark === 'string' ? text.indexOf(mark) : text.search(mark);
    return at >= 0 && (!('within' in where) || at < where.within);
  });
  return found?.name ?? (endsAsZip(bytes) ? 'ZIP' : undefined);
}

/** Whether the file ends in a ZIP's last record, whose comment reaches to the end. */
function endsAsZip(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-zipTail);
  for (
    let at = tail.indexOf('PK\x05\x06', 0, 'latin1');
    at >= 0;
    at = tail.indexOf('PK\x05\x06', at + 1, 'latin1')
  ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) <= tail.length) return true;
  }
  return false;
}
