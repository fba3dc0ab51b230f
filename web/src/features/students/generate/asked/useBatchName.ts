import { courseKey, isBatchNameTooLong, usualBatchName } from '@sello/contracts';
import { useState } from 'react';
import { tray } from '../../../../batches/store.ts';
import { useFormat } from '../../../../i18n/format.ts';
import { useStore } from '../../../../state/useStore.ts';
import { useDay } from '../../../../tenancy/useDay.ts';

export interface BatchName {
  shown: string;
  /** Undefined: the server gives it the usual one. */
  sent: string | undefined;
  isTooLong: boolean;
  isDirty: boolean;
  type(name: string): void;
}

/** The name of the batch: as typed, or the course (else the templates) and the day, which is the organization's. */
export function useBatchName(
  values: Readonly<Record<string, string>>,
  templates: readonly string[],
): BatchName {
  const format = useFormat();
  const { jobs } = useStore(tray);
  const dayOf = useDay();
  const [typed, setTyped] = useState<string>();
  const taken = new Set([...jobs.values()].map(({ batch }) => batch.title));
  const issued = values[courseKey] ?? [...new Set(templates)].join(', ');
  const shown = typed ?? usualBatchName(issued, format.longDay(dayOf(new Date())), taken);
  return {
    shown,
    sent: shown.trim() || undefined,
    isDirty: typed !== undefined,
    isTooLong: isBatchNameTooLong(shown.trim()),
    type: setTyped,
  };
}
