import { certificatesApi, lineText, printCertId } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { RadioChoice } from '../../../ui/choice/Choice.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Field } from '../../../ui/field/Field.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Cancel } from '../../../ui/saving/Cancel.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { toast } from '../../../ui/toast/queue.ts';
import { reasonLength, reasonOf, revokeReasons } from './reasons.ts';

/** Revokes a certificate for a reason that everybody who verifies it reads. */
export function RevokeCertificate({
  certId,
  holder,
  onClose,
}: {
  certId: string;
  holder: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useId();
  const [chosen, setChosen] = useState<(typeof revokeReasons)[number]>(revokeReasons[0]);
  const [words, setWords] = useState('');
  const reason = reasonOf(chosen === 'other' ? '' : t(`studentDetails.revoke.reasons.${chosen}`), words);
  const checked = lineText(reasonLength).safeParse(reason);
  const isReady = checked.success && reason !== '';
  const revoke = useSaving({
    mutationFn: (_, signal) => call(certificatesApi, 'revoke', { body: { certId, reason }, signal }),
    onSuccess: () => {
      for (const queryKey of [['students'], ['certificates']]) void queries.invalidateQueries({ queryKey });
      toast({ tone: 'ok', title: t('studentDetails.revoke.done') });
      onClose();
    },
  });
  return (
    <Dialog
      title={t('studentDetails.revoke.title')}
      onClose={onClose}
      alert
      work={revoke}
      end={
        <>
          <Cancel work={revoke} onClose={onClose}>
            {t('studentDetails.revoke.keep')}
          </Cancel>
          <Button type="submit" form={form} kind="danger-full" working={revoke.isPending} disabled={!isReady}>
            {t('studentDetails.revoke.act')}
          </Button>
        </>
      }
    >
      <form
        className="body stack"
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !revoke.isPending) revoke.mutate();
        }}
      >
        <p className="num">
          <b className="strong">{printCertId(certId)}</b> · <Name text={holder} />
          <br />
          {t('studentDetails.revoke.lead')}
        </p>
        <fieldset className="stack-s">
          <legend className="label">{t('studentDetails.revoke.reason')}</legend>
          {revokeReasons.map((one) => (
            <RadioChoice key={one} name="reason" checked={chosen === one} onChange={() => setChosen(one)}>
              {t(`studentDetails.revoke.reasons.${one}`)}
            </RadioChoice>
          ))}
        </fieldset>
        <Field
          label={
            chosen === 'other' ? t('studentDetails.revoke.words') : t('studentDetails.revoke.wordsOptional')
          }
          hint={t('studentDetails.revoke.wordsHint')}
          error={
            checked.success
              ? undefined
              : t('errors.text_unreadable', { field: t('studentDetails.revoke.words') })
          }
        >
          {(bound) => (
            <textarea
              className="input"
              rows={2}
              maxLength={400}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              {...bound}
            />
          )}
        </Field>
        {revoke.error ? (
          <p className="hint bad" role="alert">
            {causeOf(revoke.error, t)}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
