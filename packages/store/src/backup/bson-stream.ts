/** Concatenated BSON documents, as mongodump writes a collection: https://bsonspec.org, `document`. */
const lengthBytes = 4;
const smallest = 5;

/** Splits a stream of bytes into its documents. Throws when a document is truncated or states an impossible length. */
export async function* splitDocuments(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= lengthBytes) {
      const length = rest.readInt32LE(at);
      if (length < smallest) throw new Error('not a sequence of BSON documents');
      if (rest.length - at < length) break;
      yield rest.subarray(at, at + length);
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error('the last BSON document is truncated');
}
