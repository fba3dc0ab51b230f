import { type SelectionGrowth, type SelectionRuleInput, selectionGrowth } from '@sello/contracts';
import { ApiError } from '../../../api/client.ts';
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

export const growthAsked = createStore<{ asked: GrowthAsked | null }>({ asked: null });

/**
 * Sends a call with a rule. If more students match than the person saw, the person is asked whether to take them in, and
 * again when there are still more by then. Returns `undefined` when the person gives it up.
 */
export async function sendRule<Reply>(
  selection: RuleSelection,
  act: GrowthAsked['act'],
  send: (rule: SelectionRuleInput) => Promise<Reply>,
): Promise<Reply | undefined> {
  let rule = ruleInput(selection);
  for (;;) {
    try {
      return await send(rule);
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
