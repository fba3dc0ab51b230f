import { createHash } from 'node:crypto';
import type { DesignInput } from '@sello/contracts';
import { design } from '@sello/contracts';
import {
  type BatchItemRecord,
  type DnsRecordState,
  type NewBatch,
  type NewBatchItem,
  type NewCertificate,
  type NewMistakeReport,
  newCertId,
  newId,
  type StudentFields,
} from '../src/index.ts';

export function buildStudent(overrides: Partial<StudentFields> = {}): StudentFields {
  return {
    fullName: 'Lucía Fernández Ñaupari',
    idNumber: 'PE-4401',
    country: 'Peru',
    showScoreLetter: true,
    showScoreNumeric: true,
    custom: {},
    ...overrides,
  };
}

export function buildDnsRecord(overrides: Partial<DnsRecordState> = {}): DnsRecordState {
  return {
    type: 'TXT',
    name: 'n',
    value: 'v',
    purpose: 'ownership',
    state: 'unknown',
    reason: 'not_checked',
    ...overrides,
  };
}

export function buildDesign(text = 'Diploma'): ReturnType<typeof design.parse> {
  const input: DesignInput = {
    version: 2,
    pages: [
      {
        id: 'page',
        width: 842,
        height: 595,
        elements: [
          {
            type: 'text',
            id: 'title',
            x: 10,
            y: 10,
            width: 300,
            height: 40,
            paragraphs: [{ runs: [{ text }] }],
            fontFamily: 'Inter',
            fontSize: 30,
          },
        ],
      },
    ],
  };
  return design.parse(input);
}

export function buildItems(count: number, overrides: Partial<NewBatchItem> = {}): NewBatchItem[] {
  return Array.from({ length: count }, (_, index) => ({
    studentId: newId(),
    fullName: `Student ${index}`,
    templateId: newId(),
    revisionId: newId(),
    ...overrides,
  }));
}

export function buildBatch(overrides: Partial<NewBatch> = {}): NewBatch {
  return { kind: 'generate', title: 'Diploma', createdBy: newId(), items: buildItems(3), ...overrides };
}

export function buildCertificate(overrides: Partial<NewCertificate> = {}): NewCertificate {
  const _id = overrides._id ?? newCertId();
  return {
    _id,
    studentId: newId(),
    batchId: newId(),
    index: 0,
    hash: createHash('sha256').update(_id).digest('hex'),
    size: 340_000,
    pages: 1,
    prefix: { key: 'prefixes/a', sha256: 'a'.repeat(64), size: 334_000 },
    pack: { key: `packs/${_id}`, offset: 0, length: 6_000 },
    printed: { holder: 'Lucía Fernández', idNumber: 'PE-4401', country: 'Peru', course: 'Diploma' },
    templateId: newId(),
    revisionId: newId(),
    issuedAt: new Date(),
    ...overrides,
  };
}

/** The certificate that a claimed row issues. */
export function certificateOf(
  item: BatchItemRecord,
  overrides: Partial<NewCertificate> = {},
): NewCertificate {
  return buildCertificate({
    _id: item.certId!,
    studentId: item.studentId!,
    batchId: item.batchId,
    index: item.index,
    templateId: item.templateId!,
    revisionId: item.revisionId!,
    issuedAt: item.issuedAt!,
    ...overrides,
  });
}

/** A seeded generator of numbers from 0 to 1 (mulberry32), so that a failing test can be repeated. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A report of a mistake, each with words and a token of its own. */
export const buildMistake = (): NewMistakeReport => ({
  ...{ certId: newCertId(), about: 'data', text: `My name is misspelt (${newId()}).` },
  ...{ email: 'reporter@example.test', language: 'es', token: `${newId()}${newId().slice(-8)}` },
});
