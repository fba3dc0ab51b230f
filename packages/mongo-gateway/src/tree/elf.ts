// Reads the dynamic section of ELF files (System V ABI, "Dynamic Linking"): the needed libraries, the file's own name
// and the program interpreter. Only little-endian 64-bit, which covers every supported architecture.
import { readFile } from 'node:fs/promises';

export interface ElfFile {
  needed: string[];
  soname: string | null;
  interpreter: string | null;
}

const PT_LOAD = 1;
const PT_DYNAMIC = 2;
const PT_INTERP = 3;
const DT_NEEDED = 1n;
const DT_STRTAB = 5n;
const DT_SONAME = 14n;

/** Returns null for a file that is not a 64-bit little-endian ELF object. */
export async function readElf(path: string): Promise<ElfFile | null> {
  return parseElf(await readFile(path));
}

export function parseElf(file: Buffer): ElfFile | null {
  if (file.length < 64 || file.readUInt32BE(0) !== 0x7f454c46 || file[4] !== 2 || file[5] !== 1) return null;
  const tableAt = Number(file.readBigUInt64LE(32));
  const entrySize = file.readUInt16LE(54);
  const count = file.readUInt16LE(56);
  const loads: { address: bigint; offset: bigint; size: bigint }[] = [];
  let dynamic: { offset: number; size: number } | null = null;
  let interpreter: string | null = null;
  for (let i = 0; i < count; i++) {
    const at = tableAt + i * entrySize;
    const type = file.readUInt32LE(at);
    const offset = file.readBigUInt64LE(at + 8);
    const address = file.readBigUInt64LE(at + 16);
    const size = file.readBigUInt64LE(at + 32);
    if (type === PT_LOAD) loads.push({ address, offset, size });
    if (type === PT_DYNAMIC) dynamic = { offset: Number(offset), size: Number(size) };
    if (type === PT_INTERP) interpreter = text(file, Number(offset));
  }
  if (!dynamic) return { needed: [], soname: null, interpreter };
  const entries: [bigint, bigint][] = [];
  for (let at = dynamic.offset; at + 16 <= dynamic.offset + dynamic.size; at += 16) {
    entries.push([file.readBigUInt64LE(at), file.readBigUInt64LE(at + 8)]);
  }
  const table = entries.find(([tag]) => tag === DT_STRTAB)?.[1];
  const load = loads.find((l) => table !== undefined && table >= l.address && table < l.address + l.size);
  if (table === undefined || !load) return { needed: [], soname: null, interpreter };
  const strings = Number(table - load.address + load.offset);
  const name = (value: bigint): string => text(file, strings + Number(value));
  return {
    needed: entries.filter(([tag]) => tag === DT_NEEDED).map(([, value]) => name(value)),
    soname: entries.filter(([tag]) => tag === DT_SONAME).map(([, value]) => name(value))[0] ?? null,
    interpreter,
  };
}

function text(file: Buffer, at: number): string {
  const end = file.indexOf(0, at);
  return file.toString('latin1', at, end < 0 ? file.length : end);
}
