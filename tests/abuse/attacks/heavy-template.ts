import { batchesApi, certificatesApi, type Design } from '@sello/contracts';
import { defineDesign } from '@sello/design';
import type { Attack } from '../attack.ts';
import { type AbuseStack, issueOne, type Organization } from '../stack.ts';
import { buildStudent } from './whole-lists.ts';

/** Words that were not set before, so that nothing is remembered of them; the same in every run. */
function words(letters: number, seed: number): string {
  let state = seed;
  let text = '';
  while (text.length < letters) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += `${state.toString(36).replace(/\d/g, 'a')} `;
  }
  return text.slice(0, letters);
}

/** 180 texts of 20,000 letters, each to be shrunk into its box for every student: as large as a design may be. */
function heavyDesign(): Design {
  return defineDesign({
    version: 1,
    pages: [
      {
        id: 'p',
        width: 842,
        height: 595,
        elements: Array.from({ length: 180 }, (_, index) => ({
          ...{ type: 'text' as const, id: `t${index}`, x: 0, y: 0, width: 800, height: 500 },
          ...{ content: `{{fullName}} ${words(19_800, index)}`, fontFamily: 'Newsreader' },
          ...{ fontSize: 40, minFontSize: 1, fit: 'shrink' as const },
        })),
      },
    ],
  });
}

/** The certificate of somebody else, asked for while the heavy batch is at work, ms. */
async function meanwhile(abuse: AbuseStack, heavy: Organization, students: number) {
  const add = Array.from({ length: students }, (_, index) => buildStudent(index));
  await abuse.store.students.saveMany(heavy.tenant, { add, update: [] });
  const { items } = await abuse.store.students.list(heavy.tenant);
  const refs = items.map(({ _id }) => ({ _id, templateId: heavy.templateId }));
  const body = { bulk: true as const, students: refs };
  const asked = await heavy.person.call(certificatesApi, 'generate', {
    tenant: heavy.tenant,
    isAsync: true,
    body,
  });
  const { ms } = await issueOne(abuse.honest);
  return { ms, batchId: (asked as { batchId: string }).batchId };
}

export const heavyTemplate: Attack = {
  name: 'heavy-template',
  title: 'issues other people’s certificates while a template asks for minutes of layout',
  async run(abuse, size) {
    const { ms: quietMs } = await issueOne(abuse.honest);
    const heavy = await abuse.stranger();
    const design = heavyDesign();
    const saved = await heavy.person.fetch('/api/templates?fn=upsert', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tenant-id': heavy.tenant },
      body: JSON.stringify({ name: 'Heavy', design }),
    });
    const { code } = (await saved.json()) as { code?: string };
    // As if it had been saved before there was a budget.
    const fields = { name: 'Heavy', tags: [], design };
    const { _id: templateId } = await abuse.store.templates.create(heavy.tenant, fields);
    const { ms, batchId } = await meanwhile(abuse, { ...heavy, templateId }, size === 'sample' ? 20 : 200);
    const end = performance.now() + (size === 'sample' ? 30_000 : 120_000);
    let tooHeavy = 0;
    while (performance.now() < end) {
      const { items } = await abuse.store.batches.items(heavy.tenant, batchId);
      tooHeavy = items.filter(({ error }) => error?.code === 'template_too_heavy').length;
      if (items.every(({ state }) => state === 'done' || state === 'failed')) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await heavy.person
      .call(batchesApi, 'cancel', { tenant: heavy.tenant, body: { id: batchId } })
      .catch(() => undefined);
    return { savedAnyway: code === 'template_too_heavy' ? 0 : 1, tooHeavy, quietMs, besideMs: ms };
  },
  bounds: { savedAnyway: { max: 0 }, tooHeavy: { min: 1 }, besideMs: { max: 10_000 } },
};
