import type { TFunction } from 'i18next';
import type { Point } from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';
import { logoImage, recordImages } from '../images/image-variables.ts';
import { addImage } from '../images/place-image.ts';
import type { ListedVariable } from './listed.ts';

/** Adds a text, or an image, that shows a variable, with its middle at a point or in the middle of the page. */
export function addVariable(
  session: EditorSession,
  { name, isImage }: Pick<ListedVariable, 'name' | 'isImage'>,
  t: TFunction,
  at?: Point,
): void {
  if (isImage) {
    const image = [logoImage(t), ...recordImages(t)].find(
      ({ source }) => source.kind === 'variable' && source.name === name,
    );
    if (image) addImage(session, image, at);
    return;
  }
  const paragraphs = [{ runs: [{ text: `{{${name}}}` }] }];
  session.run('add.text', { ...(at && { at }), properties: { paragraphs } });
}

/** Puts a variable into the text that is edited, at its caret; without one, and an image, it is added to the page. */
export function insertVariable(session: EditorSession, variable: ListedVariable, t: TFunction): void {
  if (session.state.editing && !variable.isImage) session.run('text.variable', { name: variable.name });
  else addVariable(session, variable, t);
}

/** Gives the focus back to the text that is edited. */
export function focusText(): void {
  document.querySelector<HTMLElement>('.board .text-input')?.focus({ preventScroll: true });
}
