import type { BriefStudent, SelectionRuleInput } from '@sello/contracts';
import { type Selection, sizeOf } from '../selection.ts';

/** A selection by a rule. */
export type RuleSelection = Selection & Required<Pick<Selection, 'rule'>>;

export const hasRule = (selection: Selection): selection is RuleSelection => selection.rule !== undefined;

const isReachable = ({ certified, email }: BriefStudent): boolean => certified && Boolean(email);

export const withCertificate = (students: Iterable<BriefStudent>): BriefStudent[] =>
  [...students].filter((student) => student.certified);

export const withCertificateAndEmail = (students: Iterable<BriefStudent>): BriefStudent[] =>
  [...students].filter(isReachable);

/** How many of the selected students each bulk action applies to. */
export function countsOf(selection: Selection): {
  count: number;
  certified: number;
  reachable: number;
  withEmail: number;
} {
  const students = [...selection.students.values()];
  const known = {
    certified: withCertificate(students).length,
    reachable: withCertificateAndEmail(students).length,
    withEmail: students.filter(({ email }) => email).length,
  };
  const count = sizeOf(selection);
  if (!hasRule(selection)) return { count, ...known };
  const { counts } = selection.rule;
  const less = (all: number, leftOut: number): number => Math.max(0, all - leftOut);
  return {
    count,
    certified: less(counts.certified, known.certified),
    reachable: less(counts.reachable, known.reachable),
    withEmail: less(counts.withEmail, known.withEmail),
  };
}

/** How many selected students have each template; those of a template that is gone count as having none. */
export function templatesOf(
  { rule, students }: RuleSelection,
  known: ReadonlySet<string>,
): { templateId: string | undefined; count: number }[] {
  const groups = new Map<string | undefined, number>();
  const add = (templateId: string | undefined, count: number): void => {
    const key = templateId !== undefined && known.has(templateId) ? templateId : undefined;
    groups.set(key, (groups.get(key) ?? 0) + count);
  };
  for (const { templateId, count } of rule.counts.templates) add(templateId, count);
  for (const { templateId } of students.values()) add(templateId, -1);
  return [...groups]
    .map(([templateId, count]) => ({ templateId, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}

/** The rule as a call takes it. */
export function ruleInput({ rule, students }: RuleSelection): SelectionRuleInput {
  const { filter, counts } = rule;
  return {
    ...filter,
    except: [...students.keys()],
    madeAt: counts.madeAt,
    count: Math.max(0, counts.count - students.size),
  };
}
