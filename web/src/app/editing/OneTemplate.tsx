import { type ComponentType, useEffect, useState } from 'react';
import { TemplateScreen } from '../../features/templates/TemplateScreen.tsx';
import { useMay } from '../../tenancy/Gate.tsx';

/** A template: in the editor, or to look at for people who may not edit it, who need none of the editor's code. */
export function OneTemplate() {
  const mayEdit = useMay('templates.edit');
  const [Editor, setEditor] = useState<ComponentType>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (mayEdit) import('./editing.tsx').then((module) => setEditor(() => module.OneTemplate), setError);
  }, [mayEdit]);
  if (error !== undefined) throw error;
  if (!mayEdit) return <TemplateScreen />;
  return Editor ? <Editor /> : null;
}
