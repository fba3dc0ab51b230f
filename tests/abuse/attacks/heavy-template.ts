import { setTimeout as pause } from 'node:timers/promises';
import { batchesApi, certificatesApi, type Design } from '@sello/contracts';
import { defineDesign, plainText } from '@sello/design';
import type { Attack } from '../attack.ts';
import { figuresOf, measureDuring } from '../honest-requests.ts';
import { type AbuseStack, issueOne, type Organization } from '../stack.ts';
import { buildStudent } from './whole-lists.ts';

/** Random words, so that no cache of the layout has them; the same in every run. */
function words(letters: number, seed: number): string {
  let state = seed;
  let text = '';
  while (text.length < letters) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += `${state.toString(36).replace(/\d/g, 'a')} `;
  }
  return text.slice(0, letters);
}

/** The interval at which one user may issue without reaching a rate limit, ms. */
const betweenIssuesMs = 500;

/** How many texts use about half of the budget for one certificate on a usual machine. */
const textsWithin = 8;

/** Texts of 20,000 letters, each of which is shrunk to fit its box for every student; a design may have at most 180. */
function heavyDesign(texts: number): Design {
  return defineDesign({
    version: 2,
    pages: [
      {
        id: 'p',
        width: 842,
        height: 595,
        elements: Array.from({ length: texts }, (_, index) => ({
          ...{ type: 'text' as const, id: `t${index}`, x: 0, y: 0, width: 800, height: 500 },
          ...{ paragraphs: plainText(`{{fullName}} ${words(19_800, index)}`), fontFamily: 'Newsreader' },
          ...{ fontSize: 40, minFontSize: 1, fit: 'shrink' as const },
        })),
      },
    ],
  });
}

/** An organization with a heavy template, written to the database as if it was saved before there was a budget. */
async function withTemplate(abuse: AbuseStack, design: Design, students: number): Promise<Organization> {
  const heavy = await abuse.stranger();
  const add = Array.from({ length: students }, (_, index) => buildStudent(index));
  await abuse.store.students.saveMany(heavy.tenant, { add, update: [] });
  const { _id: templateId } = await abuse.store.templates.create(heavy.tenant, {
    ...{ name: 'Heavy', tags: [], design },
  });
  return { ...heavy, templateId };
}

/** Issues a certificate for every student. Returns how many failed as too heavy. */
async function issueAll(
  abuse: AbuseStack,
  { person, tenant, templateId }: Organization,
  patienceMs: number,
): Promise<number> {
  const { items: students } = await abuse.store.students.list(tenant);
  const body = { bulk: true as const, students: students.map(({ _id }) => ({ _id, templateId })) };
  const asked = await person.call(certificatesApi, 'generate', { tenant, isAsync: true, body });
  const { batchId } = asked as { batchId: string };
  const end = performance.now() + patienceMs;
  let tooHeavy = 0;
  while (performance.now() < end) {
    const { items } = await abuse.store.batches.items(tenant, batchId);
    tooHeavy = items.filter(({ error }) => error?.code === 'template_too_heavy').length;
    if (items.every(({ state }) => state === 'done' || state === 'failed')) break;
    await pause(100);
  }
  await person.call(batchesApi, 'cancel', { tenant, body: { id: batchId } }).catch(() => undefined);
  return tooHeavy;
}

async function isSaved({ person, tenant }: Organization, design: Design): Promise<boolean> {
  const saved = await person.fetch('/api/templates?fn=upsert', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tenant-id': tenant },
    body: JSON.stringify({ name: 'Heavy', ...design }),
  });
  const { code } = (await saved.json()) as { code?: string };
  return code !== 'template_too_heavy';
}

export const heavyTemplate: Attack = {
  name: 'heavy-template',
  title: 'issues other people’s certificates while a template needs minutes of layout',
  isMostlyWaiting: true,
  async run(abuse, size) {
    const isFull = size === 'full';
    const heaviest = heavyDesign(180);
    const beyond = await withTemplate(abuse, heaviest, isFull ? 200 : 20);
    const savedAnyway = (await isSaved(beyond, heaviest)) ? 1 : 0;
    // Each certificate of this template is within the budget, but all together take long.
    const within = isFull ? await withTemplate(abuse, heavyDesign(textsWithin), 200) : undefined;
    const attack = () =>
      Promise.all([
        issueAll(abuse, beyond, isFull ? 60_000 : 200_000),
        within && issueAll(abuse, within, 30_000),
      ]);
    const issue = async () => (await issueOne(abuse.honest)).ms;
    const requests = { issue, lookUp: abuse.lookUp, check: abuse.honestChecks().check };
    const { result, times } = await measureDuring(attack, { requests, size, restMs: betweenIssuesMs });
    return { savedAnyway, tooHeavy: result[0], ...figuresOf(times) };
  },
  bounds: { savedAnyway: { max: 0 }, tooHeavy: { min: 1 }, issueWorstMs: { max: 10_000 } },
};
