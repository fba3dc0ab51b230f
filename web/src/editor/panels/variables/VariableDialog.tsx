import { type Design, variableName } from '@sello/contracts';
import { batchPrefix } from '@sello/design';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { CheckChoice } from '../../../ui/choice/Choice.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Field, SelectField, TextField } from '../../../ui/field/Field.tsx';
import { useEditor } from '../../session/use-editor.ts';

type Declared = Design['variables'][number];
const prefixes = { csv: 'custom.', batch: batchPrefix } as const;
type Origin = keyof typeof prefixes;
const kinds = ['text', 'date', 'number'] as const satisfies readonly Declared['kind'][];

const originOf = (name: string): Origin => (name.startsWith(batchPrefix) ? 'batch' : 'csv');
const bare = (name: string): string => name.replace(/^(custom|batch)\./, '');

interface Props {
  /** The name of the variable to change; null declares a new one. */
  name: string | null;
  /** What is known of it, if it is declared. */
  declared: Declared | null;
  onClose: () => void;
}

/** Declares a variable, or changes one: its name everywhere, its kind, its sample. */
export function VariableDialog({ name, declared, onClose }: Props) {
  const { t } = useTranslation();
  const session = useEditor();
  const form = useRef<HTMLFormElement>(null);
  const [origin, setOrigin] = useState<Origin>(originOf(name ?? ''));
  const [typed, setTyped] = useState(bare(name ?? ''));
  const [kind, setKind] = useState<Declared['kind']>(declared?.kind ?? 'text');
  const [label, setLabel] = useState(declared?.label ?? '');
  const [sample, setSample] = useState(declared?.sample ?? '');
  const [isOptional, setOptional] = useState(declared?.optional ?? false);
  const [isSent, setSent] = useState(false);
  const full = `${prefixes[origin]}${typed.trim()}`;

  const fault = (): string | undefined => {
    if (typed.trim() === '') return t('editorContent.variables.form.nameMissing');
    if (!variableName.safeParse(full).success) return t('editorContent.variables.form.nameRule');
    const isTaken = full !== name && session.state.design.variables.some((one) => one.name === full);
    return isTaken ? t('editorContent.variables.form.nameTaken', { name: full }) : undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (fault() !== undefined) return;
    const properties = { kind, label: label.trim(), sample: sample.trim(), optional: isOptional };
    const isRenamed = name !== null && name !== full;
    if (isRenamed && !session.run('variable.rename', { from: name, to: full })) return;
    if (session.run('variable.change', { name: full, properties })) onClose();
  };
  const error = isSent || /[^\p{L}\p{N}._-]/u.test(typed) ? fault() : undefined;
  return (
    <Dialog
      title={t(name === null ? 'editorContent.variables.declare' : 'editorContent.variables.change')}
      onClose={onClose}
      className="variable-form"
      end={
        <>
          <Button kind="line" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => form.current?.requestSubmit()}>
            {t(name === null ? 'editorContent.variables.form.declare' : 'editorContent.variables.form.keep')}
          </Button>
        </>
      }
    >
      <form className="body" ref={form} onSubmit={submit} noValidate>
        <SelectField
          label={t('editorContent.variables.form.origin')}
          hint={t(`editorContent.variables.form.${origin}Hint`)}
          value={origin}
          onChange={({ target }) => setOrigin(target.value as Origin)}
        >
          <option value="csv">{t('editorContent.variables.form.csv')}</option>
          <option value="batch">{t('editorContent.variables.form.batch')}</option>
        </SelectField>
        <Field label={t('editorContent.variables.form.name')} error={error}>
          {(bound) => (
            <span className="prefixed">
              <span aria-hidden="true">{prefixes[origin]}</span>
              <input
                className="input"
                {...bound}
                autoFocus
                autoComplete="off"
                spellCheck={false}
                value={typed}
                onChange={({ target }) => {
                  const { value } = target;
                  if (bare(value) !== value) setOrigin(originOf(value));
                  setTyped(bare(value));
                }}
              />
            </span>
          )}
        </Field>
        <TextField
          label={t('editorContent.variables.form.label')}
          hint={t('editorContent.variables.form.labelHint')}
          value={label}
          maxLength={200}
          onChange={({ target }) => setLabel(target.value)}
        />
        <div className="pair">
          <SelectField
            label={t('editorContent.variables.form.kind')}
            value={kind}
            onChange={({ target }) => setKind(target.value as Declared['kind'])}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {t(`editorContent.variables.form.kinds.${one}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('editorContent.variables.form.sample')}
            type={kind === 'date' ? 'date' : 'text'}
            inputMode={kind === 'number' ? 'decimal' : 'text'}
            value={sample}
            maxLength={500}
            onChange={({ target }) => setSample(target.value)}
          />
        </div>
        <CheckChoice
          checked={isOptional}
          onChange={({ target }) => setOptional(target.checked)}
          note={t('editorContent.variables.form.optionalHint')}
        >
          {t('editorContent.variables.form.optional')}
        </CheckChoice>
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}
