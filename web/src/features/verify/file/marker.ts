/** How the renderer writes the id of a certificate into a file's document information, uncompressed. */
const marker = '/SelloCertificate(';
const idLength = 26;

/** The certificate id that a file names, so that an altered one is told without sending it anywhere. */
export function certIdIn(file: Uint8Array): string | undefined {
  const wanted = Uint8Array.from(marker, (one) => one.charCodeAt(0));
  for (
    let at = file.lastIndexOf(wanted[0]!);
    at >= 0;
    at = at > 0 ? file.lastIndexOf(wanted[0]!, at - 1) : -1
  ) {
    if (!wanted.every((byte, place) => file[at + place] === byte)) continue;
    const from = at + wanted.length;
    const id = String.fromCharCode(...file.subarray(from, from + idLength + 1));
    if (/^[0-9A-HJKMNP-TV-Z]{26}\)$/.test(id)) return id.slice(0, idLength);
  }
  return undefined;
}
