import { type Tenant, tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Rich } from '../../../ui/rich/Rich.tsx';
import { Cancel } from '../../../ui/saving/Cancel.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';

/** Deletes the organization once its name is typed. The guard then shows how long it can be restored. */
export function DeleteOrganization({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useId();
  const [typed, setTyped] = useState('');
  const { _id: tenantId, name } = tenant;
  const remove = useSaving({
    mutationFn: (_, signal) => call(tenantsApi, 'delete', { body: { tenantId, name: typed }, signal }),
    onSuccess: () => queries.refetchQueries({ queryKey: ['tenants', 'my'] }),
  });
  const isName = typed.trim() === name;
  return (
    <Dialog
      title={t('ending.delete.question')}
      onClose={onClose}
      alert
      work={remove}
      isDirty={false}
      end={
        <>
          <Cancel work={remove} onClose={onClose}>
            {t('ending.delete.keep')}
          </Cancel>
          <Button type="submit" form={form} kind="danger-full" working={remove.isPending} disabled={!isName}>
            {t('ending.delete.act')}
          </Button>
        </>
      }
    >
      <form
        className="body stack"
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isName && !remove.isPending) remove.mutate();
        }}
      >
        <p>{t('ending.delete.now')}</p>
        <p>{t('ending.delete.later')}</p>
        <TextField
          label={<Rich text={t('ending.delete.type')} parts={{ name: <Name text={name} strong /> }} />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
        />
        {remove.error ? (
          <p className="hint bad" role="alert">
            {causeOf(remove.error, t)}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
