import { tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '../../../api/index.ts';
import { keyOf } from '../../../api/reading.ts';
import { causeOf } from '../../../errors/describe.ts';
import { useSaving, type Work } from '../../../ui/saving/useSaving.ts';
import { toast } from '../../../ui/toast/queue.ts';
import { type Draft, type FieldName, fieldsOfError } from './draft.ts';

type Refusals = Partial<Record<FieldName, string>>;

interface SaveSettings {
  save: (changes: Draft) => void;
  work: Work;
  /** Why the server refused a field. */
  refusals: Refusals;
  /** Removes the refusal of a field that is being changed. */
  forget: (field: FieldName) => void;
}

/** Saves the changed settings alone, so that two people who change different ones do not undo each other's. */
export function useSaveSettings(tenantId: string, onSaved: (sent: Draft) => void): SaveSettings {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [refusals, setRefusals] = useState<Refusals>({});
  const query = { tenantId };
  const work = useSaving({
    mutationFn: (body: Draft, signal) => call(tenantsApi, 'settings-update', { query, body, signal }),
    onMutate: () => setRefusals({}),
    onSuccess: (answer, sent) => {
      queries.setQueryData(keyOf(tenantsApi, 'settings', query), answer);
      // The header shows names and logos.
      void queries.invalidateQueries({ queryKey: ['tenants', 'my'] });
      onSaved(sent);
      toast({ tone: 'ok', title: t('settings.general.saved') });
    },
    onError: (error, sent) => {
      const text = causeOf(error, t);
      const about = error instanceof ApiError ? fieldsOfError(error.code, error.details, sent) : [];
      setRefusals(Object.fromEntries(about.map((field) => [field, text])));
      if (about.length === 0) toast({ tone: 'bad', title: t('settings.general.saveError'), text });
    },
  });
  return {
    save: work.mutate,
    work,
    refusals,
    forget: (field) => setRefusals(({ [field]: _, ...others }) => others),
  };
}
