import {
  batchesApi,
  certificatesApi,
  limits,
  type SelectionCounts,
  type SelectionRuleInput,
  studentsApi,
} from '@sello/contracts';
import { openCsv } from '@sello/kit/csv-read';
import { newId } from '@sello/store';
import { describe, expect, it } from 'vitest';
import type { Academy } from './academy.ts';
import { finishBatch } from './fake-worker.ts';
import type { TestStack } from './stack.ts';

/** Choices of everybody, by a rule. Runs in a file that has a stack, because each takes seconds. */
export function testSelections(context: () => { stack: TestStack; academy: Academy }): void {
  /** Students whom nobody else's search finds. */
  async function group(size: number) {
    const { academy } = context();
    const search = `grupo ${newId()}`;
    const ids = await academy.addStudents(...Array.from({ length: size }, (_, at) => `${search} ${at}`));
    const count = async (more: object = {}): Promise<SelectionCounts> =>
      academy.ana.call(studentsApi, 'selection-counts', {
        tenant: academy.tenant,
        query: { search, ...more },
      });
    const ruleOf = async (more: Partial<SelectionRuleInput> = {}): Promise<SelectionRuleInput> => {
      const { madeAt, count: seen } = await count();
      return { search, madeAt, count: seen, ...more };
    };
    return { search, ids, count, ruleOf };
  }
  const generate = (body: object, key?: string) => {
    const { ana, tenant } = context().academy;
    return ana.call(certificatesApi, 'generate', {
      tenant,
      body: { bulk: true, ...body } as never,
      isAsync: true,
      ...(key && { idempotencyKey: key }),
    }) as Promise<{ batchId: string }>;
  };
  const studentsOf = async (batchId: string): Promise<(string | undefined)[]> => {
    const { ana, tenant } = context().academy;
    const answer = await ana.call(batchesApi, 'get', { tenant, query: { id: batchId } });
    return answer.items.map(({ studentId }) => studentId);
  };

  describe('a choice of everybody', () => {
    it('issues for whom the search matches but those left out, with each student’s template or one for all', async () => {
      const { academy } = context();
      const { ana, tenant, templateId } = academy;
      const { ids, search, ruleOf, count } = await group(4);
      const [first, second, ...others] = ids;
      await ana.call(studentsApi, 'upsert', {
        tenant,
        body: { _id: second!, fullName: `${search} with its own`, templateId },
      });
      expect(await count()).toMatchObject({
        ...{ count: 4, certified: 0, reachable: 0, withEmail: 3 },
        templates: [{ count: 3 }, { count: 1, templateId }],
      });
      const selection = await ruleOf({ except: [first!], count: 3 });
      await expect(generate({ selection })).rejects.toMatchObject({
        ...{ code: 'template_missing', details: { students: 2 } },
      });
      const { batchId } = await generate({ selection, missingTemplateId: templateId });
      expect(await studentsOf(batchId)).toEqual([second, ...others]);
      const forAll = await generate({ selection, templateId });
      expect(await studentsOf(forAll.batchId)).toHaveLength(3);
    });

    it('refuses to take those who were added since, and says who added how many', async () => {
      const { academy } = context();
      const { ana, tenant, templateId } = academy;
      const { ids, search, ruleOf } = await group(2);
      const selection = await ruleOf();
      const students = [1, 2, 3].map((at) => ({ fullName: `${search} later ${at}` }));
      await ana.call(studentsApi, 'import', { tenant, body: { students } });
      const error = await generate({ selection, templateId }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: 'selection_grew',
        details: { seen: 2, count: 2, total: 5, added: 3, by: [{ how: 'import', count: 3 }] },
      });
      const left = await generate({ selection: { ...selection, added: 'leave' }, templateId });
      expect(await studentsOf(left.batchId)).toEqual(ids);
      const taken = { ...selection, added: 'take' as const };
      // The number that the person confirmed is the most that is taken.
      await expect(generate({ selection: taken, templateId })).rejects.toMatchObject({
        code: 'selection_grew',
      });
      const all = await generate({ selection: { ...taken, count: 5 }, templateId });
      expect(await studentsOf(all.batchId)).toHaveLength(5);
    });

    it('asks again when an edit has made more students match than the person saw', async () => {
      const { academy } = context();
      const { ana, tenant, templateId } = academy;
      const [other] = await academy.addStudents('Elsewhere');
      const { search, ruleOf } = await group(1);
      const selection = await ruleOf();
      await ana.call(studentsApi, 'upsert', { tenant, body: { _id: other!, fullName: `${search} moved` } });
      await expect(
        generate({ selection: { ...selection, added: 'leave' }, templateId }),
      ).rejects.toMatchObject({ code: 'selection_grew', details: { seen: 1, count: 2, total: 2 } });
    });

    it('is resolved once: a repeated request finds its batch although the students are others now', async () => {
      const { stack, academy } = context();
      const { ana, tenant, templateId } = academy;
      const { ids, ruleOf } = await group(2);
      const selection = await ruleOf();
      const key = newId();
      const { batchId } = await generate({ selection, templateId }, key);
      await ana.call(studentsApi, 'delete', { tenant, query: { id: ids[0]! } });
      expect(await generate({ selection, templateId }, key)).toEqual({ batchId });
      // What an attempt wrote that died half way is not mixed with what the next one resolves.
      const half = newId();
      const rows = ids.map((studentId) => ({ studentId, fullName: 'Half', templateId }));
      const batch = { _id: half, kind: 'generate', title: '', createdBy: ana.user.id } as const;
      const raw = { ...batch, items: rows, isResolvedAnew: true };
      await stack.store.batches.create(tenant, raw);
      expect(await stack.store.batches.create(tenant, { ...raw, items: rows.slice(1) })).toMatchObject({
        total: 2,
      });
    });

    it('takes of a zip and of e-mails only whom they apply to, and refuses when nobody is left', async () => {
      const { stack, academy } = context();
      const { ana, tenant } = academy;
      const { ids, ruleOf, count } = await group(3);
      const ask = (key: 'download-zip' | 'send-emails', selection: SelectionRuleInput) =>
        ana.call(certificatesApi, key, { tenant, body: { selection }, isAsync: true }) as Promise<{
          batchId: string;
        }>;
      const rule = await ruleOf();
      await expect(ask('download-zip', rule)).rejects.toMatchObject({ code: 'no_certificates_to_download' });
      await expect(ask('send-emails', rule)).rejects.toMatchObject({ code: 'no_certificates_to_email' });
      await academy.issue(ids.slice(1));
      const [, second] = await stack.store.students.getMany(tenant, ids);
      const { _id, email: _, ...fields } = second!;
      await stack.store.students.update(tenant, _id, fields);
      expect(await count({ madeAt: rule.madeAt })).toMatchObject({ count: 3, certified: 2, reachable: 1 });
      expect(await studentsOf((await ask('download-zip', rule)).batchId)).toEqual(ids.slice(1));
      expect(await studentsOf((await ask('send-emails', rule)).batchId)).toEqual(ids.slice(2));
      await expect(ask('send-emails', { ...rule, except: ids.slice(1), count: 1 })).rejects.toMatchObject({
        code: 'no_certificates_to_email',
      });
      const nobody = { ...rule, search: newId(), count: 0 };
      await expect(ask('download-zip', nobody)).rejects.toMatchObject({
        code: 'no_certificates_to_download',
      });
      await expect(generate({ selection: nobody })).rejects.toMatchObject({ code: 'students_required' });
      await expect(generate({})).rejects.toMatchObject({ code: 'students_required' });
    });

    it('deletes by the rule, and exports by it', async () => {
      const { ana, tenant } = context().academy;
      const { ids, ruleOf } = await group(3);
      const selection = await ruleOf({ except: [ids[1]!], count: 2 });
      const exported = await exportOf({ selection });
      expect(exported.trimEnd().split('\r\n')).toHaveLength(3);
      expect(await ana.call(studentsApi, 'delete-batch', { tenant, body: { selection } })).toEqual({
        ...{ success: true, deleted: 2, deletion: expect.any(String) },
      });
      expect((await ruleOf()).count).toBe(1);
      const again = ana.call(studentsApi, 'delete-batch', { tenant, body: { selection } });
      await expect(again).rejects.toMatchObject({ code: 'ids_required' });
    });
  });

  const exportOf = async (body: object): Promise<string> => {
    const { ana, tenant } = context().academy;
    const headers = { 'x-tenant-id': tenant, 'content-type': 'application/json' };
    const answer = await ana.fetch('/api/students?fn=export', {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    return answer.text();
  };

  describe('the export of students', () => {
    it('gives a file that can be imported again without a change, and runs nothing in a spreadsheet', async () => {
      const { stack, academy } = context();
      const { ana, tenant, templateId } = academy;
      const { search, ids } = await group(1);
      const hard = {
        fullName: `${search} O’Neil, "Ana"; hija`,
        idNumber: `=1+${newId()}`,
        email: 'x@example.org',
        country: 'Brazil',
        startDate: '2026-03-03',
        endDate: '2026-10-30',
        scoreNumeric: 9.1,
        scoreLetter: 'A-',
        showScoreLetter: false,
        templateId,
        custom: { '=ward': '+51 999', cohort: "'2026-B" },
      };
      await ana.call(studentsApi, 'upsert', { tenant, body: { _id: ids[0]!, ...hard } });
      const text = await exportOf({ search });
      expect(text).toContain("'=1+");
      expect(text).not.toMatch(/(^|,)"?[=+]/m);
      const csv = openCsv(text, { known: [], required: [], further: limits.customFields });
      const rows = [...csv.rows()].flat().map(({ cells }) => cells);
      const semicolons = await exportOf({ search, delimiter: ';' });
      expect(semicolons).toMatch(/^fullName;idNumber;/);
      const other = openCsv(semicolons, { known: [], required: [], further: limits.customFields });
      expect([...other.rows()].flat().map(({ cells }) => cells)).toEqual(rows);
      const before = await stack.store.students.get(tenant, ids[0]!);
      await ana.call(studentsApi, 'import', { tenant, body: { students: rows } });
      const { updatedAt: _, ...same } = (await stack.store.students.get(tenant, ids[0]!))!;
      const { updatedAt: __, ...first } = before!;
      expect(same).toEqual(first);
      await ana.call(studentsApi, 'delete', { tenant, query: { id: ids[0]! } });
      await ana.call(studentsApi, 'import', { tenant, body: { students: rows } });
      const { items } = await stack.store.students.list(tenant, { search });
      expect(items).toMatchObject([hard]);
    });
  });

  describe('the certificates of a student', () => {
    it('name who issued, replaced and revoked them, and their e-mails; also when the student is deleted', async () => {
      const { stack, academy } = context();
      const { ana, tenant } = academy;
      const { ids } = await group(1);
      const [studentId] = ids as [string];
      const history = () =>
        ana.call(certificatesApi, 'history', { tenant, query: { studentId } }).then(({ items }) => items);
      expect(await history()).toEqual([]);
      const [old] = (await academy.issue(ids)).certIds;
      const [current] = (await academy.issue(ids)).certIds;
      const sent = (await ana.call(certificatesApi, 'send-emails', {
        ...{ tenant, body: { students: [{ _id: studentId }] }, isAsync: true },
      })) as { batchId: string };
      await finishBatch({ store: stack.store, ...academy }, tenant, sent.batchId);
      await ana.call(certificatesApi, 'revoke', { tenant, body: { certId: current!, reason: 'A mistake' } });
      const expected = [
        { certId: current, state: 'revoked', replaces: old, revokedReason: 'A mistake', revokedBy: 'Ana' },
        { certId: old, state: 'replaced', replacedBy: current, emails: [] },
      ];
      expect(await history()).toMatchObject(expected);
      expect((await history()).map(({ issuedBy }) => issuedBy)).toEqual(['Ana', 'Ana']);
      await ana.call(studentsApi, 'delete', { tenant, query: { id: studentId } });
      expect(await history()).toMatchObject(expected);
      const nobody = { tenant, query: { studentId: 'e'.repeat(24) } };
      await expect(ana.call(certificatesApi, 'history', nobody)).rejects.toMatchObject({
        code: 'student_not_found',
      });
      const gone = ana.call(studentsApi, 'get', { tenant, query: { id: studentId } });
      await expect(gone).rejects.toMatchObject({ code: 'student_not_found' });
    });
  });
}
