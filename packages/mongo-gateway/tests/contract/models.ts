import mongoose, { type Connection, type Model } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type TestServer } from '../test-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: fields are asserted, not typed
type AnyModel = Model<any>;

export function describeModels(server: TestServer): void {
  describe('mongoose models', () => {
    let connection: Connection;
    beforeAll(async () => {
      connection = await mongoose
        .createConnection(server.url, { dbName: server.db.databaseName })
        .asPromise();
    });
    afterAll(() => connection?.close());

    const studentSchema = new mongoose.Schema(
      {
        tenant: { type: mongoose.Schema.Types.ObjectId, required: true },
        email: { type: String, lowercase: true },
        name: { type: String, required: true, maxlength: 50 },
        score: { type: Number, min: 0, max: 10 },
        custom: { type: Map, of: String },
        marks: [{ subject: String, grade: Number }],
        template: { type: mongoose.Schema.Types.ObjectId, ref: 'ModelTemplate' },
      },
      { timestamps: true, optimisticConcurrency: true },
    );
    studentSchema.index(
      { tenant: 1, email: 1 },
      { unique: true, partialFilterExpression: { email: { $type: 'string' } } },
    );
    const model = (): AnyModel =>
      connection.models.ModelStudent ??
      (connection.model('ModelStudent', studentSchema) as unknown as AnyModel);
    const templates = (): AnyModel =>
      connection.models.ModelTemplate ??
      (connection.model('ModelTemplate', new mongoose.Schema({ title: String })) as unknown as AnyModel);
    const tenant = new mongoose.Types.ObjectId();

    it('create their indexes and find nothing to change afterwards', async () => {
      await model().init();
      expect(await model().diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
      expect(await model().syncIndexes()).toEqual([]);
      await connection.createCollection('explicit');
      await connection.createCollection('explicit');
    });

    it('save, read, change and populate', async () => {
      const template = await templates().create({ title: 'Diploma' });
      const made = await model().create({
        tenant,
        email: 'ANA@example.org',
        name: 'Ana',
        custom: { room: '5' },
        marks: [{ subject: 'x', grade: 1 }],
        template: template._id,
      });
      const found = await model().findById(made._id).populate('template').orFail();
      expect([found.get('email'), found.get('template.title'), found.get('custom').get('room')]).toEqual([
        'ana@example.org',
        'Diploma',
        '5',
      ]);
      expect(found.get('createdAt')).toBeInstanceOf(Date);
      found.get('marks').push({ subject: 'y', grade: 2 });
      found.set('score', 7);
      await found.save();
      const lean = (await model().findById(made._id).lean()) as unknown as {
        marks: unknown[];
        score: number;
        __v: number;
      };
      expect([lean.marks.length, lean.score, lean.__v]).toEqual([2, 7, 1]);
    });

    it('refuse a duplicate within a tenant only', async () => {
      await model().create({ tenant, email: 'dup@example.org', name: 'One' });
      await model().create({ tenant: new mongoose.Types.ObjectId(), email: 'dup@example.org', name: 'Two' });
      await model().create(
        [
          { tenant, name: 'No mail' },
          { tenant, name: 'No mail either' },
        ],
        { ordered: true },
      );
      const error = await errorOf(model().create({ tenant, email: 'dup@example.org', name: 'Three' }));
      expect([error.code, error.keyPattern, error.keyValue.email]).toEqual([
        11000,
        { tenant: 1, email: 1 },
        'dup@example.org',
      ]);
    });

    it('detect that a document changed since it was read', async () => {
      const made = await model().create({ tenant, email: 'v@example.org', name: 'V' });
      const [one, two] = [
        await model().findById(made._id).orFail(),
        await model().findById(made._id).orFail(),
      ];
      one.set('name', 'V1');
      await one.save();
      two.set('name', 'V2');
      expect((await errorOf(two.save())).name).toBe('VersionError');
    });

    it('write in bulk, and save with session in a transaction', async () => {
      const result = await model().bulkWrite([
        { insertOne: { document: { tenant, name: 'B1' } } },
        { updateOne: { filter: { tenant, name: 'B1' }, update: { $set: { score: 3 } } } },
        {
          updateOne: {
            filter: { tenant, email: 'b2@example.org' },
            update: { $set: { name: 'B2' } },
            upsert: true,
          },
        },
      ]);
      expect([result.insertedCount, result.modifiedCount, result.upsertedCount]).toEqual([1, 1, 1]);
      await connection.transaction(async (session) => {
        const document = await model().findOne({ name: 'B1' }).session(session).orFail();
        document.set('score', 9);
        await document.save({ session });
      });
      expect(await model().findOne({ name: 'B1' }).lean()).toMatchObject({ score: 9 });
      expect(await model().exists({ tenant, score: { $gt: 8 } })).not.toBeNull();
    });

    it('stream with a cursor and aggregate', async () => {
      await model().insertMany(
        Array.from({ length: 250 }, (_, i) => ({ tenant, name: `S${i}`, score: i % 10 })),
      );
      let count = 0;
      for await (const document of model().find({ name: /^S/ }).cursor({ batchSize: 40 }))
        count += document.get('score') >= 0 ? 1 : 0;
      expect(count).toBe(250);
      const [total] = await model().aggregate([
        { $match: { name: /^S\d+$/ } },
        { $group: { _id: null, n: { $sum: '$score' } } },
      ]);
      expect(total.n).toBe(1_125);
    });
  });
}
