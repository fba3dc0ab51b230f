import { dayIn } from '@sello/contracts';
import { builtInTemplates } from '@sello/design';
import { newId } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { isInstalled, textOf } from '../../../packages/render/tests/outside-tools.ts';
import {
  addStudents,
  addTemplate,
  buildDesign,
  buildStudent,
  buildText,
  createBatch,
  type Fixture,
  followBatch,
  withSamples,
} from './fixture.ts';

/** The days of two places at once are never both UTC's. */
const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12'] as const;

/** Runs in a file that has a worker, because each takes seconds to start. */
export function testIssueDay(
  context: () => { fixture: Fixture; fileOf(certId: string, tenantId: string): Promise<Buffer> },
): void {
  describe.skipIf(!isInstalled('pdftotext'))('the day of issue', () => {
    it('is printed and recorded as it is at the organization’s place, or the template’s own', async () => {
      const { fixture, fileOf } = context();
      const { store } = fixture;
      const { _id: tenantId } = await store.tenants.create({
        ...{ name: 'Escuela de la Línea', publicName: 'Escuela de la Línea', timeZone: east },
        owner: { userId: newId(), email: 'owner@example.org', name: 'Ola Owner' },
      });
      const builtIn = builtInTemplates('es').find(({ design }) =>
        JSON.stringify(design).includes('{{certificate.issuedAt}}'),
      )!;
      const own = buildDesign([buildText('day', '{{certificate.issuedAt}}')], {
        locale: 'es',
        timeZone: west,
      });
      for (const [name, zone, design] of [
        ['copy', east, withSamples(builtIn.design)],
        ['own', west, own],
      ] as const) {
        const of = { ...fixture, tenantId, ...(await addTemplate(store, tenantId, name, design)) };
        const items = await addStudents(of, [buildStudent(0, { idNumber: `day-${name}` })]);
        const { batch } = await followBatch(of, () => createBatch(of, 'generate', items));
        const { items: rows } = await store.batches.items(tenantId, batch._id);
        const { certId = '', issuedAt } = rows[0]!;
        const issuedOn = dayIn(zone, issuedAt!);
        expect((await store.certificates.get(tenantId, certId))?.printed.issuedOn).toBe(issuedOn);
        const { locale, dateStyle } = design;
        const day = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: zone }).format(issuedAt);
        expect(textOf(await fileOf(certId, tenantId)).join(' ')).toContain(day);
      }
    });
  });
}
