import { readCertificateReference, verifyUrl } from '@sello/contracts';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePathTo } from '../../tenancy/routes.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { useNavigation } from '../../ui/link/navigation.ts';
import { shownReference } from './reference.ts';

/** The id of the field, for links that lead to it. */
export const askId = 'ask';

/**
 * The field for a number, a hash or a pasted link. Without JavaScript the form is sent to the server, which leads on to the
 * same page.
 */
export function Ask({
  reference = '',
  working,
  onSame,
}: {
  /** What was asked for and not found, to be corrected. */
  reference?: string;
  working: boolean;
  /** The same reference was asked for once more. */
  onSame: () => void;
}) {
  const { t } = useTranslation();
  const { navigate, address } = useNavigation();
  const [before] = useState(typedBefore);
  const [typed, setTyped] = useState(before?.text ?? shownReference(reference));
  const [wasEmpty, setWasEmpty] = useState(isEmptyQuestion(address));

  useEffect(() => {
    if (before?.hasFocus) fieldOf()?.focus();
  }, [before]);
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = readCertificateReference(typed);
    const path = wanted ? ('hash' in wanted ? wanted.hash : wanted.certId) : typed.trim();
    setWasEmpty(!path);
    if (!path) fieldOf()?.focus();
    else if (path === reference) onSame();
    else navigate(verifyUrl(path));
  };
  return (
    <form className="ask" id={askId} action={usePathTo()('verify')} method="get" noValidate onSubmit={ask}>
      <TextField
        className="num"
        label={t('verify.label')}
        name="hash"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setWasEmpty(false);
        }}
        autoComplete="off"
        spellCheck={false}
        error={wasEmpty ? t('verify.nothingTyped') : undefined}
        {...(reference && { 'aria-invalid': true })}
      />
      <Button type="submit" kind="line" working={working}>
        {t('verify.verify')}
      </Button>
    </form>
  );
}

const fieldOf = (): HTMLInputElement | null => document.querySelector(`#${askId} input`);

/** What was typed into the page of the server before this program was there. */
function typedBefore(): { text: string; hasFocus: boolean } | undefined {
  if (!('document' in globalThis) || !document.querySelector?.('[data-written]')) return undefined;
  const field = fieldOf();
  return field ? { text: field.value, hasFocus: field === document.activeElement } : undefined;
}

/** The form was sent empty by a browser without JavaScript. */
function isEmptyQuestion(address: string): boolean {
  return new URL(address, 'http://localhost').searchParams.get('hash')?.trim() === '';
}
