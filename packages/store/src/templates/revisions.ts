import { createHash } from 'node:crypto';
import { AppError } from '@sello/kit';
import { inOrderOf, type Table } from '../database/table.ts';
import type { TemplateRow } from './repository.ts';
import type { RevisionRecord, Revisions } from './templates.ts';

/** JSON with sorted object keys, so that equal values give equal text. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The id of a revision: the first 96 bits of the SHA-256 of its content. */
function revisionId(content: Pick<RevisionRecord, 'tenantId' | 'templateId' | 'name' | 'design'>): string {
  const { tenantId, templateId, name, design } = content;
  const whole = canonicalJson([tenantId, templateId, name, design]);
  return createHash('sha256').update(whole).digest('hex').slice(0, 24);
}

export function createRevisions(revisions: Table<RevisionRecord>, templates: Table<TemplateRow>): Revisions {
  const { rows } = revisions;
  return {
    async freeze(tenantId, templateId) {
      const template = await templates.rows.findOne({ _id: templateId, tenantId });
      if (!template) throw new AppError('template_not_found');
      const content = { tenantId, templateId, name: template.name, design: template.design };
      const _id = revisionId(content);
      const existing = await rows.findOne({ _id, tenantId });
      if (existing) return existing;
      return revisions.insertOnce({ _id, ...content, prefixes: [], createdAt: new Date() });
    },
    get: (tenantId, id) => rows.findOne({ _id: id, tenantId }),
    getMany: async (tenantId, ids) =>
      inOrderOf(ids, await rows.find({ _id: { $in: [...ids] }, tenantId }).toArray()),
    listOf: (tenantId, templateId) =>
      rows
        .find({ tenantId, templateId }, { projection: { design: 0 } })
        .sort({ createdAt: -1 })
        .toArray(),
    async addPrefix(tenantId, id, { key, sha256, size, logo }) {
      await revisions.updateOne(
        { _id: id, tenantId, 'prefixes.key': { $ne: key } },
        { $push: { prefixes: { key, sha256, size, ...(logo !== undefined && { logo }) } } },
      );
    },
    isPrefixReferenced: async (tenantId, key) =>
      (await rows.findOne({ tenantId, 'prefixes.key': key }, { projection: { _id: 1 } })) !== null,
    ofPrefix: (tenantId, key) => rows.findOne({ tenantId, 'prefixes.key': key }),
  };
}
