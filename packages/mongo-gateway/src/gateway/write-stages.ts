import type { Body } from './body.ts';
import { notSupported } from './errors.ts';

/** The stages of a pipeline that write a collection. */
const WRITE_STAGES = ['$out', '$merge'];

/**
 * Whether a command contains a stage that writes, at any depth. The name of a field follows its type byte, which is
 * never zero; the same text as a value follows its length, whose last byte is zero. A false positive only prevents a
 * retry.
 */
export function mayWrite({ bytes }: Body): boolean {
  return WRITE_STAGES.some((stage) => {
    const name = Buffer.from(`${stage}\0`, 'latin1');
    for (let at = bytes.indexOf(name); at > 0; at = bytes.indexOf(name, at + 1)) {
      if (bytes[at - 1] !== 0) return true;
    }
    return false;
  });
}

/**
 * Refuses `$documents` as the source of a write: with `$merge` DocumentDB returns the documents and writes none, and
 * with `$out` to an existing collection it crashes. In the pipeline of another stage it works.
 * @throws CommandError CommandNotSupported
 */
export function refuseUnreliableTarget(body: Body): void {
  const pipeline = body.get('pipeline');
  const names = Array.isArray(pipeline) ? pipeline.flatMap((stage) => Object.keys(stage ?? {})) : [];
  const written = WRITE_STAGES.find((stage) => names.includes(stage));
  if (written && names.includes('$documents')) throw notSupported(`$documents with ${written}`);
}
