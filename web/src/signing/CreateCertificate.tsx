import {
  type SigningAlgorithm,
  type SigningCertificate,
  signingAlgorithms,
  tenantsApi,
} from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/index.ts';
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts';
import { currentUser, session } from '../auth/session.ts';
import { causeOf } from '../errors/describe.ts';
import { useStore } from '../state/useStore.ts';
import { useTenancy } from '../tenancy/useTenancy.ts';
import { Button } from '../ui/button/Button.tsx';
import { RadioChoice } from '../ui/choice/Choice.tsx';
import { Confirm } from '../ui/dialog/Confirm.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { TextField } from '../ui/field/Field.tsx';
import { useSaving } from '../ui/saving/useSaving.ts';
import { toast } from '../ui/toast/queue.ts';
import { firstParams } from './defaults.ts';

/** The form of a new signing certificate, and a confirmation, because it cannot be undone. */
export function CreateCertificate({
  algorithm: preferred = 'rsa-2048',
  onClose,
  onCreated,
  failed,
}: {
  algorithm?: SigningAlgorithm | undefined;
  onClose: () => void;
  onCreated: (made: SigningCertificate) => void;
  /** The toast's title when it could not be created. */
  failed: string;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { tenant } = useTenancy();
  const user = currentUser(useStore(session));
  const form = useRef<HTMLFormElement>(null);
  const [params, setParams] = useState(() => firstParams(tenant, user?.email ?? ''));
  const [algorithm, setAlgorithm] = useState<SigningAlgorithm>(preferred);
  const [nameMissing, setNameMissing] = useState(false);
  const [asking, setAsking] = useState(false);
  const idempotencyKey = useIdempotencyKey([algorithm, params]);
  const create = useSaving({
    mutationFn: (_, signal) =>
      call(tenantsApi, 'certificates-action', {
        query: { tenantId: tenant?._id ?? '' },
        body: { action: 'generate', algorithm, certificateParams: params },
        ...{ idempotencyKey, signal },
      }),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ['tenants', 'certificates'] });
      toast({ tone: 'ok', title: t('certificates.generation.certificateCreated', { name: made.name }) });
      onCreated(made);
    },
    onError: (error) => {
      setAsking(false);
      toast({ tone: 'bad', title: failed, text: causeOf(error, t) });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setNameMissing(params.name.trim() === '');
    if (params.name.trim() !== '') setAsking(true);
  };
  const field = (name: keyof typeof params) => ({
    label: t(`certificates.params.${name}`),
    value: params[name],
    maxLength: 200,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setParams({ ...params, [name]: event.target.value }),
  });
  if (asking) {
    return (
      <Confirm
        title={t('certificates.confirm.title')}
        act={t('certificates.confirm.act')}
        keep={t('common.back')}
        danger={false}
        work={create}
        onAct={() => create.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>{t('certificates.confirm.text')}</p>
      </Confirm>
    );
  }
  return (
    <Dialog
      title={t('certificates.new')}
      onClose={onClose}
      end={
        <>
          <Button kind="line" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => form.current?.requestSubmit()}>{t('certificates.generate')}</Button>
        </>
      }
    >
      <form className="body stack certificate-form" ref={form} onSubmit={submit} noValidate>
        <TextField
          {...field('name')}
          required
          hint={t('certificates.params.nameHint')}
          error={nameMissing ? t('certificates.params.nameRequired') : undefined}
        />
        <TextField {...field('reason')} />
        <TextField {...field('location')} />
        <TextField {...field('contactInfo')} />
        <fieldset>
          <legend className="legend label">{t('certificates.algorithm')}</legend>
          <div className="algo">
            {signingAlgorithms.map((option) => (
              <RadioChoice
                key={option}
                name="algorithm"
                checked={algorithm === option}
                onChange={() => setAlgorithm(option)}
                note={t(`certificates.algorithmNotes.${option}`)}
              >
                {t(`certificates.algorithms.${option}`)}
              </RadioChoice>
            ))}
          </div>
        </fieldset>
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}
