import { useEffect, useState } from 'react';
import { TemplateScreen } from '../../features/templates/TemplateScreen.tsx';
import { useMay } from '../../tenancy/Gate.tsx';

// Each is a component of its own: the bundler joins imports of one condition, and loses the style sheets of one of them.
const loadEditor = async () => (await import('./editing.tsx')).OneTemplate;
const loadPages = async () => (await import('../../editor/viewing/TemplatePages.tsx')).TemplatePages;

/** A part of the screen once it is loaded. What fails is thrown while rendering. */
function useLoaded<Part>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<{ part: Part }>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isOver = false;
    load().then(
      (loaded) => isOver || setPart({ part: loaded }),
      (failure: unknown) => isOver || setError(failure),
    );
    return () => {
      isOver = true;
    };
  }, [load]);
  if (error !== undefined) throw error;
  return part?.part;
}

function EditedTemplate() {
  const Editor = useLoaded(loadEditor);
  return Editor ? <Editor /> : null;
}

const ViewedTemplate = () => <TemplateScreen Pages={useLoaded(loadPages)} />;

/** A template: in the editor, or to look at for people who may not edit it, who need only what draws its pages. */
export function OneTemplate() {
  return useMay('templates.edit') ? <EditedTemplate /> : <ViewedTemplate />;
}
