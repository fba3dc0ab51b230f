import { nameText } from '@sello/contracts';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { causeOf } from '../../errors/describe.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { Cancel } from '../../ui/saving/Cancel.tsx';
import type { Work } from '../../ui/saving/useSaving.ts';

const reasonText = nameText(500);

interface Props {
  title: string;
  children: ReactNode;
  /** The label of the field, and what is done with its value. */
  label: string;
  hint: string;
  act: string;
  keep: string;
  danger?: boolean;
  work: Work;
  error: unknown;
  onAct: (reason: string) => void;
  onClose: () => void;
}

/** A dialog for an operator's action that requires a reason. */
export function ReasonDialog(props: Props) {
  const { title, children, label, hint, act, keep, danger = false, work, error, onAct, onClose } = props;
  const { t } = useTranslation();
  const form = useId();
  const [typed, setTyped] = useState('');
  const reason = reasonText.safeParse(typed);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      alert
      work={work}
      end={
        <>
          <Cancel {...{ work, onClose }}>{keep}</Cancel>
          <Button
            type="submit"
            form={form}
            kind={danger ? 'danger-full' : 'ink'}
            working={work.isPending}
            disabled={!reason.success}
          >
            {act}
          </Button>
        </>
      }
    >
      <form
        className="body stack"
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.success && !work.isPending) onAct(reason.data);
        }}
      >
        {children}
        <Field
          label={label}
          hint={hint}
          error={typed.trim() !== '' && !reason.success ? t('organizations.unreadable') : undefined}
        >
          {(bound) => (
            <textarea
              className="input"
              rows={2}
              maxLength={500}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              {...bound}
            />
          )}
        </Field>
        {error ? (
          <p className="hint bad" role="alert">
            {causeOf(error, t)}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
