import { createHash } from 'node:crypto';
import { type RevisionReason, revisionReason } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { inOrderOf, omitUndefined, type Table, type Update } from '../database/table.ts';
import type { TemplateRow } from './repository.ts';
import type { FreezeFacts, RevisionRecord, Revisions } from './templates.ts';

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

/** Revisions that nobody asked for: only the newest of them are kept. A batch or a name takes a revision out of these. */
const automatic = revisionReason.exclude(['batch', 'named']).options;
const automaticKept = 100;
const isAutomatic = (reason: RevisionReason | undefined): boolean => automatic.some((one) => one === reason);

/** What a further freeze changes about an existing revision; undefined when that is nothing. */
function changeOf(
  existing: RevisionRecord,
  template: TemplateRow,
  { reason, label, createdBy }: FreezeFacts,
): Update<RevisionRecord> | undefined {
  const isNamed = reason === 'named';
  const isPromoted = isNamed
    ? existing.reason !== 'named' || existing.label !== label
    : reason === 'batch' && isAutomatic(existing.reason);
  // The template came back to this content: it is at the top of the history again.
  const isLater = reason !== 'batch' && template.updatedAt > (existing.frozenAt ?? existing.createdAt);
  // That somebody chose another version says more than that the editor was left, or that time passed.
  const isExplained =
    isAutomatic(existing.reason) && isAutomatic(reason) && (isLater || reason === 'overwritten');
  if (!isPromoted && !isLater && !(isExplained && existing.reason !== reason)) return undefined;
  return {
    $set: omitUndefined({
      reason: isPromoted || isExplained ? reason : undefined,
      label: isNamed ? label : undefined,
      createdBy: isNamed ? createdBy : undefined,
      frozenAt: isLater ? new Date() : undefined,
    }),
  };
}

export function createRevisions(revisions: Table<RevisionRecord>, templates: Table<TemplateRow>): Revisions {
  const { rows } = revisions;

  const listOf: Revisions['listOf'] = async (tenantId, templateId) => {
    const all = await rows.find({ tenantId, templateId }, { projection: { design: 0 } }).toArray();
    const at = ({ frozenAt, createdAt }: Pick<RevisionRecord, 'frozenAt' | 'createdAt'>) =>
      (frozenAt ?? createdAt).getTime();
    return all.sort((a, b) => at(b) - at(a));
  };

  async function freezeContent(template: TemplateRow, facts: FreezeFacts): Promise<RevisionRecord> {
    const { tenantId, _id: templateId, name, design, thumbnail, thumbnailKey } = template;
    const content = { tenantId, templateId, name, design };
    const _id = revisionId(content);
    for (;;) {
      const { reason, label, createdBy } = facts;
      const beside = omitUndefined({ reason, label, createdBy, thumbnail, thumbnailKey });
      const existing =
        (await rows.findOne({ _id, tenantId })) ??
        (await revisions.insertOnce({ _id, ...content, prefixes: [], createdAt: new Date(), ...beside }));
      const change = changeOf(existing, template, facts);
      if (!change) return existing;
      // A batch or a name may have pinned it meanwhile, which an automatic reason must not undo.
      const same = {
        _id,
        tenantId,
        ...(isAutomatic(reason) && isAutomatic(existing.reason) && { reason: existing.reason }),
      };
      const changed = await revisions.findOneAndUpdate(same, change, { returnDocument: 'after' });
      // It was pruned or pinned meanwhile, and is written or read again.
      if (changed) return changed;
    }
  }

  return {
    async freeze(tenantId, templateId, facts = { reason: 'batch' }) {
      const template = await templates.rows.findOne({ _id: templateId, tenantId });
      if (!template) throw new AppError('template_not_found');
      if (facts.unsaved) {
        const { thumbnail: _, thumbnailKey: __, ...stored } = template;
        return freezeContent({ ...stored, ...facts.unsaved, updatedAt: new Date() }, facts);
      }
      const revision = await freezeContent(template, facts);
      if (facts.reason !== 'batch') {
        await templates.updateOne({ _id: templateId, tenantId }, { $set: { frozenAt: new Date() } });
      }
      return revision;
    },
    async prune(tenantId, templateId) {
      const all = (await listOf(tenantId, templateId)).filter(({ reason }) => isAutomatic(reason));
      const old = all.slice(automaticKept).map(({ _id }) => _id);
      if (old.length === 0) return 0;
      // One that a batch has pinned since is not deleted: the reason is part of the condition.
      return revisions.deleteMany({ _id: { $in: old }, tenantId, reason: { $in: automatic } });
    },
    get: (tenantId, id) => rows.findOne({ _id: id, tenantId }),
    getMany: async (tenantId, ids) =>
      inOrderOf(ids, await rows.find({ _id: { $in: [...ids] }, tenantId }).toArray()),
    each: (tenantId) => rows.find({ tenantId }).sort({ _id: 1 }),
    listOf,
    async addPrefix(tenantId, id, { key, sha256, size, ...artwork }) {
      await revisions.updateOne(
        { _id: id, tenantId, 'prefixes.key': { $ne: key } },
        { $push: { prefixes: { key, sha256, size, ...omitUndefined(artwork) } } },
      );
    },
    isPrefixReferenced: async (tenantId, key) =>
      (await rows.findOne({ tenantId, 'prefixes.key': key }, { projection: { _id: 1 } })) !== null,
    ofPrefix: (tenantId, key) => rows.findOne({ tenantId, 'prefixes.key': key }),
  };
}
