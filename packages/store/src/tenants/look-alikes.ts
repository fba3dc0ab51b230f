import { areAlike, tolerance, withoutDoubles } from './skeleton.ts';

interface Named {
  _id: string;
  skeletons: readonly string[];
}

export interface LookAlikes<Tenant extends Named> {
  /**
   * Another whose name this one's can be mistaken for (`looksLike`); one with the same skeleton is preferred to one
   * that is only similar.
   */
  find(tenant: Named): Tenant | undefined;
}

/**
 * An index of names for thousands of comparisons; most pairs are ruled out by length and letters before the edit
 * distance is computed.
 */
export function createLookAlikes<Tenant extends Named>(known: readonly Tenant[]): LookAlikes<Tenant> {
  type Entry = { tenant: Tenant; text: string; letters: number };
  const same = new Map<string, Entry[]>();
  const byLength = new Map<number, Entry[]>();
  for (const tenant of known) {
    for (const skeleton of new Set(tenant.skeletons)) {
      const text = withoutDoubles(skeleton);
      const entry = { tenant, text, letters: lettersOf(text) };
      same.set(text, [...(same.get(text) ?? []), entry]);
      const ofLength = byLength.get(text.length);
      if (ofLength) ofLength.push(entry);
      else byLength.set(text.length, [entry]);
    }
  }

  function findAlike(id: string, text: string): Tenant | undefined {
    const reads = same.get(text)?.find(({ tenant }) => tenant._id !== id);
    if (reads) return reads.tenant;
    const most = tolerance(text.length);
    const letters = lettersOf(text);
    for (let length = text.length - most; length <= text.length + most; length++) {
      for (const entry of byLength.get(length) ?? []) {
        if (hasMoreBits(entry.letters ^ letters, 2 * most)) continue;
        if (entry.tenant._id !== id && areAlike(text, entry.text)) return entry.tenant;
      }
    }
    return undefined;
  }

  return {
    find({ _id, skeletons }) {
      for (const skeleton of skeletons) {
        const found = findAlike(_id, withoutDoubles(skeleton));
        if (found) return found;
      }
      return undefined;
    },
  };
}

/** The letters that occur, as a bit set (some share a bit). One edit changes at most two bits. */
function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

function hasMoreBits(bits: number, most: number): boolean {
  let left = bits;
  for (let count = 0; left !== 0; count++) {
    if (count === most) return true;
    left &= left - 1;
  }
  return false;
}
