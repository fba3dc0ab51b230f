import { preflightKeys, temporaryFolder } from '@sello/blobs';
import {
  groupOfFinding,
  newPreflightState,
  type PreflightEvent,
  type PreflightFinding,
  type PreflightRow,
  type PreflightState,
  preflightFindings,
  preflightState,
  serviceLimits,
} from '@sello/contracts';
import { newId, type StudentFields } from '@sello/store';
import { describe, expect, it, vi } from 'vitest';
import {
  addStudents,
  addTemplate,
  buildDesign,
  buildStudent,
  buildText,
  createBatch,
  type Fixture,
  followBatch,
} from './fixture.ts';

/** Preflights: rows that are laid out before they are issued. Runs in a file that has a worker. */
export function testPreflights(context: () => { fixture: Fixture }): void {
  /** Stores the request as the BFF does. */
  async function store(rows: readonly PreflightRow[], values = {}): Promise<string> {
    const { blobs, tenantId } = context().fixture;
    const preflightId = newId();
    const keys = preflightKeys(tenantId, preflightId);
    const put = (key: string, value: unknown) => blobs.put(key, Buffer.from(JSON.stringify(value)));
    for (let page = 0; page * serviceLimits.preflightPage < rows.length; page++) {
      const from = page * serviceLimits.preflightPage;
      await put(keys.rows(page), rows.slice(from, from + serviceLimits.preflightPage));
    }
    await put(keys.state, newPreflightState(rows.length));
    await put(keys.request, { total: rows.length, values });
    return preflightId;
  }

  async function stateOf(preflightId: string): Promise<PreflightState> {
    const { blobs, tenantId } = context().fixture;
    const stored = await blobs.read(preflightKeys(tenantId, preflightId).state);
    return preflightState.parse(JSON.parse(stored.toString()));
  }

  async function findingsOf(preflightId: string, { slices }: PreflightState): Promise<PreflightFinding[]> {
    const { blobs, tenantId } = context().fixture;
    const keys = preflightKeys(tenantId, preflightId);
    const all: PreflightFinding[] = [];
    for (const slice of slices) {
      const stored = await blobs.read(keys.findings(slice));
      all.push(...preflightFindings.parse(JSON.parse(stored.toString())));
    }
    return all;
  }

  async function remove(preflightId: string): Promise<void> {
    const { blobs, tenantId } = context().fixture;
    for await (const { key } of blobs.list(preflightKeys(tenantId, preflightId).folder))
      await blobs.delete(key);
  }

  async function checked(rows: readonly PreflightRow[], values = {}) {
    const { queue, tenantId } = context().fixture;
    const preflightId = await store(rows, values);
    const events: PreflightEvent[] = [];
    const ignore = () => undefined;
    const subscription = await queue.subscribe({
      ...{ batch: ignore, domain: ignore, mailPause: ignore, certificate: () => undefined, invite: ignore },
      preflight: (event) => {
        if (event.preflightId === preflightId) events.push(event);
      },
    });
    try {
      await queue.enqueue('preflight', { tenantId, preflightId, from: 0 });
      await vi.waitFor(() => expect(events.at(-1)?.state).toBe('done'), { interval: 50 });
      const state = await stateOf(preflightId);
      return { preflightId, events, state, findings: await findingsOf(preflightId, state) };
    } finally {
      await subscription.close();
    }
  }

  describe('a preflight', () => {
    it('finds the errors with which the same rows fail when they are issued, and writes nothing', async () => {
      const { fixture } = context();
      const { store: records, blobs, tenantId } = fixture;
      await blobs.put('photos/naughty', Buffer.from('no picture'));
      const photo = await records.assets.put(tenantId, {
        ...{ sha256: 'c'.repeat(64), key: 'photos/naughty', size: 10, mediaType: 'image/png' },
        fileName: 'naughty.png',
      });
      const name = { ...buildText('name', '{{fullName}}'), name: 'Holder', maxLines: 1 };
      const template = await addTemplate(
        records,
        tenantId,
        'Naughty',
        buildDesign([
          { ...name, fit: 'shrink', minFontSize: 12 } as never,
          buildText('module', '{{custom.module}} of {{batch.hours}} h, {{scoreLetter}}', 80),
          {
            ...{ id: 'photo', type: 'image', x: 20, y: 140, width: 50, height: 50 },
            source: { kind: 'variable', name: 'student.photo' },
          },
        ]),
      );
      const naughty: Partial<StudentFields>[] = [
        { fullName: 'Ana Ruiz', scoreLetter: 'A', email: 'ana@example.org' },
        { fullName: 'Łucja Ꭰ Pacheco', email: 'not an address' },
        { fullName: 'Maria Antónia da Conceição de Albuquerque e Vasconcelos' },
        { fullName: 'X'.repeat(300) },
        { custom: {} },
        { fullName: 'Inés Ñandú', photo: photo._id },
        { fullName: 'a\u0301'.repeat(30) },
        { fullName: 'مريم العبد الله' },
        { fullName: '{{idNumber}}' },
      ];
      const students = naughty.map((overrides, index) =>
        buildStudent(index, { idNumber: `naughty-${index}`, custom: { module: 'Farmacia' }, ...overrides }),
      );
      const added = await addStudents({ ...fixture, ...template }, students);
      const [gone] = await addStudents({ ...fixture, ...template }, [
        buildStudent(99, { idNumber: 'naughty-gone' }),
      ]);
      await records.trash.put(tenantId, [gone!.studentId!], { userId: 'somebody', deletion: 'once' });
      const items = [...added, gone!];
      const rows = items.map(({ studentId, templateId }) => ({
        studentId: studentId!,
        templateId: templateId!,
      }));

      const { preflightId, state, findings } = await checked(rows, { hours: '40' });
      const certificates = await records.certificates.validOf(
        tenantId,
        items.map((item) => item.studentId!),
      );
      expect(certificates.size).toBe(0);

      const { batch: ended } = await followBatch(fixture, () =>
        createBatch(fixture, 'generate', items, undefined, { hours: '40' }),
      );
      expect(ended.state).toBe('done');
      const { items: issued } = await records.batches.items(tenantId, ended._id);
      expect(issued.filter((item) => item.error !== undefined).length).toBeGreaterThanOrEqual(5);
      for (const [index, { error, fullName }] of issued.entries()) {
        const codes = findings
          .filter((finding) => finding.index === index && groupOfFinding(finding.kind) === 'cannot')
          .map(({ kind }) => kind);
        if (error === undefined) expect([fullName, codes]).toEqual([fullName, []]);
        else {
          expect([fullName, codes]).toEqual([fullName, expect.arrayContaining([error.code])]);
          // Word for word, with the character, the variable or the element that it names.
          const same = findings.find(({ index: at, kind }) => at === index && kind === error.code);
          expect(same?.error).toEqual(error);
        }
      }
      expect(state.cannot).toBe(issued.filter((item) => item.error !== undefined).length);

      const said = (index: number) => findings.filter((finding) => finding.index === index);
      const indexOf = (fullName: string) => items.findIndex((item) => item.fullName === fullName);
      expect(said(indexOf('Maria Antónia da Conceição de Albuquerque e Vasconcelos'))).toContainEqual(
        expect.objectContaining({ kind: 'shrunk', element: 'Holder', from: 20, to: expect.any(Number) }),
      );
      expect(said(indexOf('Łucja Ꭰ Pacheco')).map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['glyph_missing', 'empty', 'bad_email']),
      );
      expect(state.templates).toMatchObject([
        { kind: 'not_verifiable', rows: 9, elements: [] },
        { kind: 'no_description', rows: 9, elements: [expect.any(String)] },
      ]);
      // The riskiest are shown without what cannot be laid out.
      expect(state.risks).toHaveLength(5);
      for (const [place, { finding, hasPicture, mark }] of state.risks.entries()) {
        expect(groupOfFinding(finding.kind)).toBe('cannot');
        if (!hasPicture) continue;
        const png = await blobs.read(preflightKeys(tenantId, preflightId).picture(place));
        expect(png.toString('latin1', 1, 4)).toBe('PNG');
        if (finding.elementId !== undefined) expect(mark!.width).toBeGreaterThan(0);
      }
      expect(state.risks.filter(({ hasPicture }) => hasPicture).length).toBeGreaterThan(2);
      await remove(preflightId);
    });

    it('names the course whose four lines do not fit their box, for every row that prints it', async () => {
      const { fixture } = context();
      const { store: records, tenantId } = fixture;
      const text = { ...buildText('course', '{{batch.course}}'), name: 'Course', height: 24 };
      const template = await addTemplate(
        records,
        tenantId,
        'Long',
        buildDesign([{ ...text, fit: 'shrink', minFontSize: 16 } as never]),
      );
      const students = [1, 2].map((index) => buildStudent(index, { idNumber: `long-${index}` }));
      const items = await addStudents({ ...fixture, ...template }, students);
      const rows = items.map(({ studentId }) => ({ studentId: studentId!, templateId: template.templateId }));
      const course = ['Farmacia', 'Hospitalaria', 'en', 'Urgencias'].join('\n');
      const { preflightId, state, findings } = await checked(rows, { course });
      expect(state.cannot).toBe(2);
      const found = findings.filter(({ kind }) => kind === 'text_does_not_fit');
      expect(found.map(({ index }) => index)).toEqual([0, 1]);
      for (const { element, error } of found) {
        expect([element, error?.details]).toEqual([
          'Course',
          expect.objectContaining({ field: '{{batch.course}}' }),
        ]);
      }
      await remove(preflightId);
    });

    it('says of rows without template, with a deleted one, and of certified students what holds for them', async () => {
      const { fixture } = context();
      const { store: records, tenantId } = fixture;
      const doomed = await addTemplate(records, tenantId, 'Doomed', buildDesign([buildText('t', 'Text')]));
      await records.templates.deleteMany(tenantId, [doomed.templateId]);
      const students = [1, 2, 3].map((index) => buildStudent(index, { idNumber: `odd-${index}` }));
      const items = await addStudents(fixture, students);
      const ids = items.map(({ studentId }) => studentId!);
      await followBatch(fixture, () => createBatch(fixture, 'generate', [items[2]!]));
      const { preflightId, findings, state } = await checked([
        { studentId: ids[0]! },
        { studentId: ids[1]!, templateId: doomed.templateId },
        { studentId: ids[2]!, templateId: fixture.templateId },
      ]);
      const kindsOf = (at: number) => findings.filter(({ index }) => index === at).map(({ kind }) => kind);
      expect(kindsOf(0)).toContain('template_missing');
      expect(kindsOf(1)).toContain('template_not_found');
      expect(kindsOf(2)).toEqual(expect.arrayContaining(['certified', 'no_email']));
      // They have no page to show, and are named all the same.
      expect(state.risks.map(({ finding, hasPicture }) => [finding.index, hasPicture])).toEqual([
        [0, false],
        [1, false],
        // One of its variables prints empty.
        [2, true],
      ]);
      await remove(preflightId);
    });

    it('checks thousands of rows in slices, and counts a repeated slice once', async () => {
      const { fixture } = context();
      const { queue, tenantId } = fixture;
      const template = await addTemplate(
        fixture.store,
        tenantId,
        'Many',
        buildDesign([buildText('t', '{{fullName}} {{certificate.id}}')]),
      );
      const [one] = await addStudents({ ...fixture, ...template }, [
        buildStudent(1, { idNumber: 'many', fullName: 'Ꭰ' }),
      ]);
      const row = { studentId: one!.studentId!, templateId: template.templateId };
      const rows = Array.from({ length: 2_400 }, () => row);
      const { preflightId, state, events, findings } = await checked(rows);
      expect(state).toMatchObject({ state: 'done', total: 2_400, checked: 2_400, cannot: 2_400, remarks: 0 });
      expect(findings.filter(({ kind }) => kind === 'glyph_missing')).toHaveLength(2_400);
      expect(findings.map(({ index }) => index)).toEqual(
        findings.map(({ index }) => index).sort((a, b) => a - b),
      );
      expect(state.slices.length).toBeGreaterThanOrEqual(2);
      const counts = events.map((event) => event.checked);
      expect(counts).toEqual([...counts].sort((a, b) => a - b));
      await remove(preflightId);

      // A worker died after it had stored a slice: the job runs again.
      const again = await store(rows.slice(0, 600));
      for (const from of [0, 0]) await queue.enqueue('preflight', { tenantId, preflightId: again, from });
      await vi.waitFor(async () => expect((await stateOf(again)).state).toBe('done'));
      await queue.enqueue('preflight', { tenantId, preflightId: again, from: 0 });
      await vi.waitFor(async () =>
        expect(await queue.counts()).toMatchObject({ preview: { waiting: 0, active: 0 } }),
      );
      expect(await stateOf(again)).toMatchObject({ checked: 600, cannot: 600 });
      await remove(again);
    });

    it('stops when the person has left', async () => {
      const { fixture } = context();
      const { queue, blobs, tenantId } = fixture;
      const rows = [{ studentId: newId(), templateId: fixture.templateId }];
      const preflightId = await store(rows);
      await remove(preflightId);
      await queue.enqueue('preflight', { tenantId, preflightId, from: 0 });
      await vi.waitFor(async () =>
        expect(await queue.counts()).toMatchObject({ preview: { waiting: 0, active: 0, failed: 0 } }),
      );
      const left: string[] = [];
      for await (const { key } of blobs.list(temporaryFolder)) left.push(key);
      expect(left).toEqual([]);
    });
  });
}
