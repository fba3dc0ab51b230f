import { tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { call } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { Cancel } from '../../../ui/saving/Cancel.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { toast } from '../../../ui/toast/queue.ts';

/** What is wrong with the name, under its field; `undefined` for what is not about the name. */
function faultOf(error: unknown, t: TFunction): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'domain_required') return t('settings.domains.domainRequired');
  if (error.code === 'domain_in_use') return t('settings.domains.inUse');
  if (error.code !== 'domain_invalid') return undefined;
  // The server names what is wrong with it.
  return Object.keys(error.details ?? {}).length > 0
    ? causeOf(error, t)
    : t('settings.domains.invalidDomain');
}

/** Claims a domain. */
export function AddDomain({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const refuse = (text: string): void => {
    setFault(text);
    input.current?.focus();
  };
  const add = useSaving({
    mutationFn: (_, signal) =>
      call(tenantsApi, 'domains-add', { query: { tenantId }, body: { domain: name.trim() }, signal }),
    onSuccess: (domain) =>
      toast({ tone: 'ok', title: t('settings.domains.add.done', { name: domain.domain }) }),
    onError: (error) => {
      const text = faultOf(error, t);
      if (text) refuse(text);
      else toast({ tone: 'bad', title: t('settings.domains.addError'), text: causeOf(error, t) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['tenants'] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') refuse(t('settings.domains.domainRequired'));
    else if (!add.isPending) add.mutate();
  };
  return (
    <section className="set">
      <div>
        <h2>{t('settings.domains.add.title')}</h2>
        <p>{t('settings.domains.add.text')}</p>
      </div>
      <form className="domain-form" onSubmit={submit} noValidate>
        <TextField
          ref={input}
          label={t('settings.domains.add.label')}
          hint={t('settings.domains.add.hint')}
          error={fault}
          name="domain"
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setFault(undefined);
          }}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <div className="row">
          <Button type="submit" working={add.isPending}>
            {t('settings.domains.add.act')}
          </Button>
          <Cancel work={add} />
        </div>
      </form>
    </section>
  );
}
