// WebAssembly modules (Core Specification 2.0, 5.5), as far as the limits of their memory.

const memorySection = 5;
const pageBytes = 65_536;

/** A module whose memory does not grow beyond `maxMemory` bytes. Throws RangeError for one without limits of its own. */
export function withMaxMemory(module: Buffer, maxMemory: number): Buffer {
  let at = 8;
  const take = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++];
      if (byte === undefined) throw new RangeError('the module ends early');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < module.length) {
    const start = at;
    const section = module[at++];
    const size = take();
    const end = at + size;
    if (section !== memorySection) {
      at = end;
      continue;
    }
    const [count, flags, initial] = [take(), take(), take()];
    if (count !== 1 || flags !== 1) break;
    const pages = Math.max(initial, Math.floor(maxMemory / pageBytes));
    const body = Buffer.from([1, 1, ...leb128(initial), ...leb128(pages)]);
    const head = Buffer.from([memorySection, ...leb128(body.length)]);
    return Buffer.concat([module.subarray(0, start), head, body, module.subarray(end)]);
  }
  throw new RangeError('the module does not limit its memory');
}

function leb128(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
