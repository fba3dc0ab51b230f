import {
  type Batch,
  batchesApi,
  certificatesApi,
  type Language,
  languages,
  studentsApi,
} from '@sello/contracts';
import { call } from '../api/index.ts';
import { memory } from '../state/memory.ts';

/**
 * E-mails to send once a batch of certificates has ended. Stored in the browser, so that a reload does not lose them.
 */
export interface FollowUp {
  batchId: string;
  tenantId: string;
  language: Language;
  /** Students with an address; `null` when there were too many to store and the list is requested again. */
  recipients: readonly string[] | null;
}

const key = 'sello.followUps';
const keptRecipients = 5_000;

export function readFollowUps(): FollowUp[] {
  try {
    const kept: unknown = JSON.parse(memory.read(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isFollowUp) : [];
  } catch {
    return [];
  }
}

function isFollowUp(value: unknown): value is FollowUp {
  const one = value as Partial<FollowUp> | null;
  return (
    typeof one?.batchId === 'string' &&
    typeof one.tenantId === 'string' &&
    languages.some((language) => language === one.language) &&
    (one.recipients === null || Array.isArray(one.recipients))
  );
}

export function addFollowUp(followUp: FollowUp): void {
  const recipients =
    followUp.recipients && followUp.recipients.length <= keptRecipients ? followUp.recipients : null;
  memory.write(key, JSON.stringify([...readFollowUps(), { ...followUp, recipients }]));
}

export function dropFollowUp(batchId: string): void {
  const left = readFollowUps().filter((one) => one.batchId !== batchId);
  memory.write(key, left.length > 0 ? JSON.stringify(left) : null);
}

/**
 * Sends the e-mails that follow a batch. Every window that sees the end tries; the idempotency key derived from the
 * batch makes it one request. Returns the id of the e-mail batch, or undefined when nobody has an address.
 */
export async function sendFollowUp(followUp: FollowUp, batch: Batch): Promise<string | undefined> {
  if (batch.done === 0) return undefined;
  const recipients = new Set(followUp.recipients ?? (await everyoneWithAddress(followUp.tenantId)));
  const students = [];
  let cursor: string | undefined;
  do {
    const page = await call(batchesApi, 'get', {
      query: { id: batch._id, state: 'done', limit: 1000, ...(cursor ? { cursor } : {}) },
      tenantId: followUp.tenantId,
    });
    for (const { studentId, fullName, certificateUrl } of page?.items ?? []) {
      if (!studentId || !recipients.has(studentId)) continue;
      students.push({ _id: studentId, fullName, ...(certificateUrl ? { certificateUrl } : {}) });
    }
    cursor = page?.nextCursor ?? undefined;
  } while (cursor);
  if (students.length === 0) return undefined;
  const answer = await call(certificatesApi, 'send-emails', {
    body: { students, language: followUp.language },
    tenantId: followUp.tenantId,
    idempotencyKey: `mail-after-${batch._id}`,
  });
  return 'batchId' in answer ? answer.batchId : undefined;
}

async function everyoneWithAddress(tenantId: string): Promise<string[]> {
  const { items } = await call(studentsApi, 'list-brief', { query: {}, tenantId });
  return items.filter((student) => student.email).map((student) => student._id);
}
