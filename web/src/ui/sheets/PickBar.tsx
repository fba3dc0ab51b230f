import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { Rich } from '../rich/Rich.tsx';
import type { Picked } from './usePicked.ts';

/** What the bar says, in the words of what it selects. */
export interface PickTexts {
  label: string;
  all: string;
  /** With `<b>` around the number. */
  selected: string;
  clear: string;
  delete: string;
  /** On a phone. */
  deleteShort: string;
}

interface Props<Item extends { _id: string }> {
  picked: Picked<Item>;
  texts: PickTexts;
  onDelete: () => void;
}

/** Selects all or none, and deletes what is selected. */
export function PickBar<Item extends { _id: string }>({ picked, texts, onDelete }: Props<Item>): ReactNode {
  const { items, isAll, toggleAll, clear } = picked;
  const isSome = items.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset stands for fields of a form.
    <div className="pickbar" role="group" aria-label={texts.label}>
      <label className="choice">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = isSome && !isAll;
          }}
          onChange={toggleAll}
        />
        <span>
          {isSome ? <Rich text={texts.selected} parts={{ b: <b className="strong num" /> }} /> : texts.all}
        </span>
      </label>
      {isSome ? (
        <>
          <button type="button" className="link small" onClick={clear}>
            {texts.clear}
          </button>
          <Button kind="danger" size="small" icon="trash" className="push" onClick={onDelete}>
            <span className="only-wide">{texts.delete}</span>
            <span className="only-narrow">{texts.deleteShort}</span>
          </Button>
        </>
      ) : null}
    </div>
  );
}
