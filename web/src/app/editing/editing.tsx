import { EditorScreen } from '../../editor/screen/EditorScreen.tsx';
import { useParamsOf } from '../../tenancy/routes.ts';

/** The editor with an empty sheet; the template is made by its first change. */
export function NewTemplate() {
  return <EditorScreen kind="template" />;
}

export function OneTemplate() {
  const { templateId } = useParamsOf('template');
  return <EditorScreen key={templateId} kind="template" id={templateId} />;
}

export function NewEntry() {
  return <EditorScreen kind="catalog" />;
}

export function OneEntry() {
  const { entryId } = useParamsOf('entry');
  return <EditorScreen key={entryId} kind="catalog" id={entryId} />;
}
