import { type CatalogSummary, templatesApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/index.ts';
import { activeClient } from '../../api/tenant-client.ts';
import { useFormat } from '../../i18n/format.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { toast } from '../../ui/toast/queue.ts';
import { toastError } from '../../ui/toast/toastError.ts';

/** The name of an entry as a field; Enter keeps it, Escape leaves it as it was. */
export function RenameEntry({ entry, onClose }: { entry: CatalogSummary; onClose: () => void }) {
  const { t } = useTranslation();
  const hint = useId();
  const [name, setName] = useState(entry.name);
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const rename = useRename(entry, onClose);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const leave = (): void => (rename.isPending ? rename.cancel() : onClose());
  const keep = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = name.trim();
    setMissing(wanted === '');
    if (wanted === entry.name) onClose();
    else if (wanted !== '' && !rename.isPending) rename.mutate(wanted);
  };
  return (
    <form
      className="rename"
      aria-busy={rename.isPending}
      onSubmit={keep}
      onKeyDown={({ key }) => {
        if (key === 'Escape') leave();
      }}
    >
      <input
        ref={input}
        className="input"
        aria-label={t('catalog.rename.label', { name: entry.name })}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? hint : undefined}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <IconButton icon="check" type="submit" label={t('catalog.rename.keep')} />
      <IconButton icon="cross" label={t('catalog.rename.leave')} onClick={leave} />
      {isMissing ? (
        <span className="hint bad" id={hint}>
          {t('errors.template_name_required')}
        </span>
      ) : null}
    </form>
  );
}

/** Saves another name over the `rev` that is shown: a change that this person has not seen is a conflict. */
function useRename({ _id, rev }: CatalogSummary, onClose: () => void) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['templates', 'catalog-list'] });
  return useSaving({
    mutationFn: async (name: string, signal) => {
      const { call } = activeClient();
      const entry = await call(templatesApi, 'catalog-get', { query: { id: _id }, signal });
      if (entry === null) return null;
      const { thumbnail: _same, ...kept } = entry;
      return call(templatesApi, 'catalog-upsert', { body: { ...kept, name, rev }, signal });
    },
    onSuccess: async (saved) => {
      await refresh();
      if (saved === null) toast({ tone: 'bad', title: t('errors.template_not_found') });
      onClose();
    },
    onError: (error) => {
      void refresh();
      const conflict = conflictOf(error);
      if (!conflict) return toastError(error, t);
      const { updatedBy, updatedAt } = conflict;
      toast({
        tone: 'bad',
        title:
          updatedBy === undefined
            ? t('catalog.rename.conflictSomebody')
            : t('catalog.rename.conflict', { name: updatedBy }),
        text: t('catalog.rename.conflictText', {
          day: format.dayOf(updatedAt),
          time: format.time(updatedAt),
        }),
      });
    },
  });
}

function conflictOf(error: unknown): { updatedAt: string; updatedBy: string | undefined } | undefined {
  if (!(error instanceof ApiError) || error.code !== 'template_conflict') return undefined;
  const { updatedAt, updatedBy } = error.details ?? {};
  if (typeof updatedAt !== 'string') return undefined;
  return { updatedAt, updatedBy: typeof updatedBy === 'string' ? updatedBy : undefined };
}
