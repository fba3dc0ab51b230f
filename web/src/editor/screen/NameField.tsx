import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDetails, useEditor } from '../session/use-editor.ts';

/** The most letters of a name, as the call takes it. */
const longest = 200;

/** The name of the template, which is changed where it stands. An empty one goes back to what it was. */
export function NameField() {
  const { t } = useTranslation();
  const session = useEditor();
  const name = useDetails((details) => details.name);
  const [typed, setTyped] = useState(name);
  useEffect(() => setTyped(name), [name]);
  const keep = () => {
    const next = typed.trim();
    if (next === '' || next === name) setTyped(name);
    else session.rename(next);
  };
  return (
    <h1>
      <span className="hide">{name}</span>
      <input
        className="name-field"
        aria-label={t('editorScreen.name')}
        value={typed}
        maxLength={longest}
        dir="auto"
        size={Math.max(4, Math.min(36, typed.length + 1))}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key !== 'Escape') return;
          setTyped(name);
          event.currentTarget.blur();
        }}
      />
    </h1>
  );
}
