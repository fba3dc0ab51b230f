import { openBlobs } from '@sello/blobs';
import type { Stack } from '@sello/dev-stack';
import { type Db, MongoClient } from 'mongodb';
import { checkIssued, type Fault } from './checker.ts';
import type { School } from './school.ts';

export interface Control {
  damage: string;
  /** The faults that the checker reported. */
  reported: Fault[];
  /** Whether exactly the expected faults were reported, for exactly the damaged documents. */
  isReported: boolean;
}

interface Damage {
  name: string;
  /** Inflicts the damage and returns a function that repairs it. */
  inflict(): Promise<() => Promise<unknown>>;
  /** The findings that the checker must report, as `fault subject`. */
  expected: string[];
}

interface Document {
  _id: string;
  [field: string]: unknown;
}

/**
 * Tests the checker: inflicts each kind of damage that it must find, runs it, and repairs the damage. The checker must
 * have found nothing before.
 */
export async function controlChecker(stack: Stack, { tenant, students }: School): Promise<Control[]> {
  const client = new MongoClient(stack.env.MONGO_URL!);
  const blobs = openBlobs({ url: stack.env.BLOBS! });
  const worker = stack.processes.find((entry) => entry.name === 'render-worker')!;
  const check = async (): Promise<{ fault: Fault; subject: string }[]> =>
    (
      await checkIssued({
        mongoUrl: stack.env.MONGO_URL!,
        app: stack.app,
        tenant,
        students: students.length,
        // The hash of the file is enough to find the flipped bit.
        signatureEvery: 0,
      })
    ).findings;
  // Stopped, because its reconciler could repair the damage before the checker runs.
  worker.kill('SIGSTOP');
  try {
    const db = client.db();
    const controls: Control[] = [];
    for (const { name, inflict, expected } of await damagesOf(db, blobs, tenant)) {
      const repair = await inflict();
      const findings = await check();
      await repair();
      const reported = findings.map(({ fault, subject }) => `${fault} ${subject}`);
      const isReported =
        reported.length === expected.length && new Set([...reported, ...expected]).size === expected.length;
      controls.push({ damage: name, reported: findings.map(({ fault }) => fault), isReported });
    }
    const left = (await check()).map(({ fault }) => fault);
    return [...controls, { damage: 'none', reported: left, isReported: left.length === 0 }];
  } finally {
    worker.kill('SIGCONT');
    await blobs.close();
    await client.close();
  }
}

async function damagesOf(db: Db, blobs: ReturnType<typeof openBlobs>, tenantId: string): Promise<Damage[]> {
  const certificates = db.collection<Document>('certificates');
  const rows = db.collection<Document>('batchItems');
  const students = db.collection<Document>('students');
  const [one, other] = (await certificates.find({ tenantId }).sort({ _id: 1 }).limit(2).toArray()) as [
    Document,
    Document,
  ];
  const row = (await rows.findOne({ tenantId, certId: one._id }))!;
  const studentId = String(one.studentId);
  const pack = one.pack as { key: string; offset: number; length: number };
  return [
    {
      name: 'a certificate record removed',
      async inflict() {
        await certificates.deleteOne({ _id: one._id });
        return () => certificates.insertOne(one);
      },
      expected: [
        `row_without_certificate ${row._id}`,
        `student_without_certificate ${studentId}`,
        `student_certificate_absent ${studentId}`,
        `file_absent ${one._id}`,
        `lookup_not_valid ${one._id}`,
      ],
    },
    {
      name: 'a student given the certificate of another',
      async inflict() {
        await students.updateOne({ _id: studentId }, { $set: { certId: other._id } });
        return () => students.updateOne({ _id: studentId }, { $set: { certId: one._id } });
      },
      expected: [`student_certificate_absent ${studentId}`],
    },
    {
      name: 'one bit of a pack object flipped',
      async inflict() {
        const sound = await blobs.read(pack.key);
        const flipped = Buffer.from(sound);
        flipped[pack.offset + Math.floor(pack.length / 2)]! ^= 1;
        await blobs.put(pack.key, flipped);
        return () => blobs.put(pack.key, sound);
      },
      // The BFF hashes the files that it serves, so altered bytes are an error and not a file.
      expected: [`file_absent ${one._id}`],
    },
    {
      name: 'a row that failed',
      async inflict() {
        await rows.updateOne({ _id: row._id }, { $set: { state: 'failed' } });
        return () => rows.updateOne({ _id: row._id }, { $set: { state: 'done' } });
      },
      expected: [`row_not_done ${row._id}`],
    },
  ];
}
