import { classNumbers as C, eastAsian, lineBreakClass } from './classes.ts';

// Unicode Annex 14 (revision 53, Unicode 16), rules LB1 to LB31 in their order.

/** The break action before a character. */
export const noBreak = 0;
const mayBreak = 1;
const mustBreak = 2;

export interface BreakOptions {
  /** Whether small kana and the prolonged sound mark may begin a line (LB1: class CJ is ID instead of NS). */
  smallKanaBreaks: boolean;
  /** Whether the wave dash and the kana double hyphen may begin a line. */
  wavesBreak: boolean;
}

const setOf = (...classes: number[]): Uint8Array => {
  const set = new Uint8Array(128);
  for (const one of classes) set[one] = 1;
  return set;
};
const { SP, ZW, WJ, GL, BA, HY, HH, CL, CP, EX, SY, OP, QU, QI, QF, IS, NU, NS, BT, CB, AL, HL, DC } = C;
const { BB, IN, PR, PO, ID, IX, EB, EM, JL, JV, JT, HT, HU, AP, AK, AS, VF, VI, RI, BK, CR, LF, NL, ZJ } = C;
const hard = setOf(BK, CR, LF, NL);
const noBase = setOf(BK, CR, LF, NL, SP, ZW);
const notBefore = setOf(CL, CP, EX, SY);
const glueFriendly = setOf(SP, BA, HY, HH);
const quotes = setOf(QU, QI, QF);
const beforeInitial = setOf(BK, CR, LF, NL, OP, QU, QI, QF, GL, SP, ZW);
const afterFinal = setOf(SP, GL, WJ, CL, QU, QI, QF, CP, EX, IS, SY, BK, CR, LF, NL, ZW);
const beforeHyphen = setOf(BK, CR, LF, NL, SP, ZW, CB, GL);
const letters = setOf(AL, HL, DC);
const ideographs = setOf(ID, IX, EB, EM);
const syllables = setOf(JL, JV, JT, HT, HU);
const aksara = setOf(AK, AS, DC);

/** LB1. */
function resolve(code: number, { smallKanaBreaks, wavesBreak }: BreakOptions): number {
  const value = lineBreakClass(code);
  const wide = value & eastAsian;
  switch (value & ~eastAsian) {
    case C.AI:
    case C.SG:
    case C.XX:
    case C.SA:
      return AL | wide;
    case C.SM:
      return C.CM | wide;
    case C.CJ:
      return (smallKanaBreaks ? ID : NS) | wide;
    case NS:
      return wavesBreak && (code === 0x301c || code === 0x30a0) ? ID | wide : value;
    default:
      return value;
  }
}

/** Characters with the combining marks that follow them, combined as in LB9 and LB10. */
interface Bases {
  count: number;
  classes: Uint8Array;
  wide: Uint8Array;
  /** Whether it ends with a zero-width joiner. */
  joined: Uint8Array;
  starts: Uint32Array;
}

function basesOf(text: string, options: BreakOptions): Bases {
  const size = text.length;
  const bases = {
    count: 0,
    classes: new Uint8Array(size),
    wide: new Uint8Array(size),
    joined: new Uint8Array(size),
    starts: new Uint32Array(size),
  };
  let count = 0;
  for (let at = 0; at < size; ) {
    const code = text.codePointAt(at) as number;
    const value = resolve(code, options);
    let of = value & ~eastAsian;
    const isMark = of === C.CM || of === ZJ;
    if (isMark && count > 0 && noBase[bases.classes[count - 1] as number] === 0) {
      bases.joined[count - 1] = of === ZJ ? 1 : 0;
    } else {
      bases.joined[count] = of === ZJ ? 1 : 0;
      if (isMark) of = AL;
      bases.classes[count] = of;
      bases.wide[count] = value >> 7;
      bases.starts[count] = at;
      count += 1;
    }
    at += code > 0xffff ? 2 : 1;
  }
  bases.count = count;
  return bases;
}

/**
 * Returns for each UTF-16 code unit of a text whether a line may or must break before it. The start of the text and low
 * surrogates have `noBreak`.
 */
export function lineBreaks(text: string, options: BreakOptions): Uint8Array {
  const result = new Uint8Array(text.length);
  const { count, classes, wide, joined, starts } = basesOf(text, options);
  /** The last character that is not a space, and the one before it. */
  let [base, beforeBase] = [-1, -1];
  // Whether the text up to here ends with NU (SY | IS)*, and whether a CL or CP closes it (LB25).
  let [inNumber, closedNumber] = [false, false];
  let regional = 0;
  for (let index = 0; index + 1 < count; index += 1) {
    const a = classes[index] as number;
    const b = classes[index + 1] as number;
    if (a !== SP) [beforeBase, base] = [index - 1, index];
    regional = a === RI ? regional + 1 : 0;
    closedNumber = inNumber && (a === CL || a === CP);
    inNumber = a === NU || (inNumber && (a === SY || a === IS));
    const previous = index > 0 ? (classes[index - 1] as number) : -1;
    const next = index + 2 < count ? (classes[index + 2] as number) : -1;
    const start = starts[index + 1] as number;
    if (hard[a] === 1) {
      result[start] = a === CR && b === LF ? noBreak : mustBreak;
      continue;
    }
    if (hard[b] === 1 || b === SP || b === ZW) continue;
    const baseClass = base >= 0 ? (classes[base] as number) : -1;
    if (baseClass === ZW) {
      result[start] = mayBreak;
      continue;
    }
    if (joined[index] === 1) continue;
    if (b === WJ || a === WJ || a === GL) continue;
    if (b === GL && glueFriendly[a] === 0) continue;
    if (notBefore[b] === 1) continue;
    if (baseClass === OP) continue;
    if (baseClass === QI && (beforeBase < 0 || beforeInitial[classes[beforeBase] as number] === 1)) continue;
    if (b === QF && (next < 0 || afterFinal[next] === 1)) continue;
    if (b === IS) {
      if (a === SP && next === NU) result[start] = mayBreak;
      continue;
    }
    if ((baseClass === CL || baseClass === CP) && b === NS) continue;
    if (baseClass === BT && b === BT) continue;
    if (a === SP) {
      result[start] = mayBreak;
      continue;
    }
    if (quotes[b] === 1 && (b !== QI || wide[index] === 0 || next < 0 || wide[index + 2] === 0)) continue;
    if (quotes[a] === 1 && (a !== QF || wide[index + 1] === 0 || index === 0 || wide[index - 1] === 0))
      continue;
    if (a === CB || b === CB) {
      result[start] = mayBreak;
      continue;
    }
    const hyphen = a === HY || a === HH;
    if (hyphen && (b === AL || b === DC) && (index === 0 || beforeHyphen[previous] === 1)) continue;
    if (b === BA || b === HH || b === HY || b === NS || a === BB) continue;
    if (previous === HL && (hyphen || (a === BA && wide[index] === 0)) && b !== HL) continue;
    if ((a === SY && b === HL) || b === IN) continue;
    if (isKept(a, b, wide[index] === 1, wide[index + 1] === 1)) continue;
    // LB25
    if ((inNumber || closedNumber) && (b === PO || b === PR)) continue;
    if ((a === PO || a === PR) && b === OP) {
      const afterNext = index + 3 < count ? (classes[index + 3] as number) : -1;
      if (next === NU || (next === IS && afterNext === NU)) continue;
    }
    if (b === NU && (inNumber || a === PO || a === PR || a === HY || a === IS)) continue;
    // LB28a
    if (aksara[b] === 1 && a === VI && aksara[previous] === 1 && b !== AS) continue;
    if (aksara[a] === 1 && aksara[b] === 1 && next === VF) continue;
    if (a === RI && b === RI && regional % 2 === 1) continue;
    result[start] = mayBreak;
  }
  return result;
}

/** The rules from LB23 to LB30b that depend on only two characters. */
function isKept(a: number, b: number, wideA: boolean, wideB: boolean): boolean {
  const [letterA, letterB] = [letters[a] === 1, letters[b] === 1];
  if ((letterA && (letterB || b === NU)) || (a === NU && letterB)) return true;
  if ((a === PR && ideographs[b] === 1) || (ideographs[a] === 1 && b === PO)) return true;
  if (((a === PR || a === PO) && letterB) || (letterA && (b === PR || b === PO))) return true;
  if (a === JL && (b === JL || b === JV || b === HT || b === HU)) return true;
  if ((a === JV || a === HT) && (b === JV || b === JT)) return true;
  if ((a === JT || a === HU) && b === JT) return true;
  if ((syllables[a] === 1 && b === PO) || (a === PR && syllables[b] === 1)) return true;
  if ((a === AP && aksara[b] === 1) || (aksara[a] === 1 && (b === VF || b === VI))) return true;
  if (a === IS && letterB) return true;
  if ((letterA || a === NU) && b === OP && !wideB) return true;
  if (a === CP && !wideA && (letterB || b === NU)) return true;
  return (a === EB || a === IX) && b === EM;
}
