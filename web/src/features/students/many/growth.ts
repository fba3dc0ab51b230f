import { type SelectionGrowth, type SelectionRuleInput, selectionGrowth } from '@sello/contracts';
import { ApiError } from '../../../api/client.ts';
import { activeClient, type TenantClient } from '../../../api/tenant-client.ts';
import { createStore } from '../../../state/store.ts';
import { type RuleSelection, ruleInput } from './scope.ts';

export type GrowthAnswer = 'leave' | 'take' | null;

/** The open question; `answer` closes it. */
export interface GrowthAsked {
  growth: SelectionGrowth;
  madeAt: string;
  /** What the call does with so many students, such as “Generate all 51,243”. */
  act: (count: number) => string;
  answer: (answer: GrowthAnswer) => void;
}

/** What a person has said of students who were added since the choice, and by how many these change the choice. */
export interface Agreed {
  added?: Exclude<GrowthAnswer, null>;
  more: number;
}

export const growthAsked = createStore<{ asked: GrowthAsked | null }>({ asked: null });

/**
 * Sends a call with a rule. If more students match than the person saw, the person is asked whether to take them in, and
 * again when there are still more by then; `agreed` is what was answered to an earlier call, and `send` is told what
 * holds for it. It makes its calls with the client of the tenant in which the choice was made. Returns `undefined` when
 * the person gives it up.
 */
export async function sendRule<Reply>(
  selection: RuleSelection,
  act: GrowthAsked['act'],
  send: (rule: SelectionRuleInput, client: TenantClient, agreed: Agreed) => Promise<Reply>,
  { added: before, more }: Agreed = { more: 0 },
  client = activeClient(),
): Promise<Reply | undefined> {
  const seen = ruleInput(selection);
  let rule = { ...seen, ...(before && { added: before }), count: Math.max(0, seen.count + more) };
  for (;;) {
    try {
      const agreed = { ...(rule.added && { added: rule.added }), more: rule.count - seen.count };
      return await send(rule, client, agreed);
    } catch (error) {
      const growth = growthOf(error);
      if (growth === undefined) throw error;
      const added = await ask(growth, rule.madeAt, act);
      if (added === null) return undefined;
      rule = { ...rule, added, count: added === 'take' ? growth.total : growth.count };
    }
  }
}

function growthOf(error: unknown): SelectionGrowth | undefined {
  if (!(error instanceof ApiError) || error.code !== 'selection_grew') return undefined;
  return selectionGrowth.safeParse(error.details).data;
}

function ask(growth: SelectionGrowth, madeAt: string, act: GrowthAsked['act']): Promise<GrowthAnswer> {
  return new Promise((resolve) => {
    const answer = (given: GrowthAnswer): void => {
      growthAsked.set({ asked: null });
      resolve(given);
    };
    growthAsked.set({ asked: { growth, madeAt, act, answer } });
  });
}
