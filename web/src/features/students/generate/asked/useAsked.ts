import { type AskedVariable, certificatesApi, type ReplyOf } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf } from '../../../../api/reading.ts';
import { activeClient } from '../../../../api/tenant-client.ts';
import { ruleInput } from '../../many/scope.ts';
import type { CheckedRows } from '../check/start.ts';
import { labelOf, type Problem, problemsOf, type Typed, valuesOf } from './rules.ts';

type BatchValues = ReplyOf<(typeof certificatesApi.calls)['batch-values']>;

export interface Asked {
  /** Empty while nobody has a template, and until they are known. */
  variables: readonly AskedVariable[];
  /** Those of the organization, to choose from. */
  signatories: BatchValues['signatories'];
  /** Nothing is issued before it is known what the templates ask for. */
  isKnown: boolean;
  error: unknown;
  retry(): void;
  typed: Typed;
  /** Whether something was typed that closing would lose. */
  isDirty: boolean;
  type(changes: Readonly<Record<string, string>>): void;
  /** As calls take them. */
  values: Readonly<Record<string, string>>;
  problems: ReadonlyMap<string, Problem>;
  /** Labels of what is missing. */
  missing: readonly string[];
  /** Whether going on was tried; only then what is missing is marked. */
  isTried: boolean;
  /** Whether one can go on; else what keeps from it is marked. */
  tryIt(): boolean;
}

/** What the templates of these rows ask for once, and what is typed of it. */
export function useAsked(rows: CheckedRows): Asked {
  const [typed, setTyped] = useState<Typed>(new Map());
  const [isTried, setTried] = useState(false);
  const body = bodyOf(rows);
  const isAsked = body !== undefined;
  const { call, tenantId } = activeClient();
  const asked = useQuery({
    queryKey: keyOf(certificatesApi, 'batch-values', { body: body ?? null }),
    queryFn: ({ signal }) => call(certificatesApi, 'batch-values', { body: body!, signal }),
    enabled: isAsked,
    // While another template is chosen the fields stay; those of another organization do not.
    placeholderData: (before, former) => (former?.queryKey.at(-1) === tenantId ? before : undefined),
  });
  const variables = (isAsked ? asked.data?.variables : undefined) ?? [];
  const problems = problemsOf(variables, typed);
  return {
    variables,
    signatories: asked.data?.signatories ?? [],
    isKnown: !isAsked || (asked.isSuccess && !asked.isPlaceholderData),
    error: asked.error,
    retry: () => void asked.refetch(),
    typed,
    isDirty: typed.size > 0,
    type: (changes) => setTyped(new Map([...typed, ...Object.entries(changes)])),
    values: valuesOf(variables, typed),
    problems,
    missing: variables.filter(({ key }) => problems.get(key) === 'missing').map(labelOf),
    isTried,
    tryIt() {
      setTried(true);
      return problems.size === 0;
    },
  };
}

/** The rows that have a template; none without any. Students who were added since a choice are left out of the count. */
function bodyOf(rows: CheckedRows) {
  if (!('selection' in rows)) {
    const students = rows.students.filter(({ templateId }) => templateId);
    return students.length > 0 ? { students } : undefined;
  }
  const { selection, templateId, missingTemplateId } = rows;
  return {
    selection: { ...ruleInput(selection), added: 'leave' as const },
    ...(templateId !== undefined && { templateId }),
    ...(missingTemplateId !== undefined && { missingTemplateId }),
  };
}
