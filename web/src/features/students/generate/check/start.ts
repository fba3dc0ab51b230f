import { certificatesApi } from '@sello/contracts';
import { call } from '../../../../api/index.ts';
import { type Agreed, sendRule } from '../../many/growth.ts';
import { type RuleSelection, ruleInput } from '../../many/scope.ts';

/** Who is checked: students with their templates, or everybody whom a rule means, by template. */
export type CheckedRows =
  | { students: readonly { _id: string; templateId?: string }[] }
  | {
      selection: RuleSelection;
      templateId?: string | undefined;
      missingTemplateId?: string | undefined;
      /** What the person has said of students who were added since. */
      agreed?: Agreed | undefined;
    };

export interface Started {
  preflightId: string;
  total: number;
  agreed?: Agreed;
}

/** Tells checks of different rows apart. */
export function requestOf(rows: CheckedRows): unknown {
  if (!('selection' in rows)) return rows;
  const { selection, ...others } = rows;
  return { ...others, rule: ruleInput(selection) };
}

/**
 * Begins a check. Who was added since a choice of everybody is asked about, as before generating; `undefined` when the
 * person gives it up.
 */
export async function startPreflight(
  rows: CheckedRows,
  values: Readonly<Record<string, string>> | undefined,
  act: (count: number) => string,
): Promise<Started | undefined> {
  const given = values && { values: { ...values } };
  if (!('selection' in rows)) {
    return call(certificatesApi, 'preflight', { body: { students: [...rows.students], ...given } });
  }
  const { selection, templateId, missingTemplateId, agreed } = rows;
  return sendRule(
    selection,
    act,
    async (rule, client, holds) => {
      const body = {
        ...{ selection: rule, ...given },
        ...(templateId !== undefined && { templateId }),
        ...(missingTemplateId !== undefined && { missingTemplateId }),
      };
      return { ...(await client.call(certificatesApi, 'preflight', { body })), agreed: holds };
    },
    agreed,
  );
}
