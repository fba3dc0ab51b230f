import { type ComponentType, useEffect, useState } from 'react';
import { type DrawnPages, TemplateScreen } from '../../features/templates/TemplateScreen.tsx';
import { useMay } from '../../tenancy/Gate.tsx';

/** A template: in the editor, or to look at for people who may not edit it, who need only what draws its pages. */
export function OneTemplate() {
  const mayEdit = useMay('templates.edit');
  const [Editor, setEditor] = useState<ComponentType>();
  const [Pages, setPages] = useState<DrawnPages>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (mayEdit) import('./editing.tsx').then((module) => setEditor(() => module.OneTemplate), setError);
    else {
      import('../../editor/viewing/TemplatePages.tsx').then(
        (module) => setPages(() => module.TemplatePages),
        setError,
      );
    }
  }, [mayEdit]);
  if (error !== undefined) throw error;
  if (!mayEdit) return <TemplateScreen Pages={Pages} />;
  return Editor ? <Editor /> : null;
}
