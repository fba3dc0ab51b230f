import type { Design, DesignElementInput } from '@sello/contracts';
import { needTexts } from '../../i18n/index.ts';
import { ClaimsContext } from '../../tenancy/useTenancy.ts';
import { buildDesign } from '../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../session/editor.fixture.tsx';
import { Inspector } from './Inspector.tsx';

let rendered: RenderedInEditor | undefined;
/** Ends what `open` has rendered. */
export async function close(): Promise<void> {
  await rendered?.close();
  rendered = undefined;
}

const claims = { claims: { permissions: ['students.view'], roles: ['owner'] }, error: null };
const texts = ['common', 'editor', 'editorContent', 'editorInspector', 'editorScreen'] as const;

/** The inspector around a design, with elements selected. */
export async function open(
  elements: DesignElementInput[],
  selection: string[] = [],
  options: Parameters<typeof renderInEditor>[2] = {},
): Promise<RenderedInEditor> {
  void needTexts(texts);
  const design: Design = buildDesign(elements);
  const shown = await renderInEditor(
    <ClaimsContext value={claims as never}>
      <Inspector />
    </ClaimsContext>,
    design,
    options,
  );
  rendered = shown;
  await shown.settle(() => needTexts(texts));
  await shown.settle(() => shown.session.run('select', { ids: selection }));
  return shown;
}

/** The fields of a property. */
export const controls = ({ place }: RenderedInEditor, name: string) =>
  [...place.querySelectorAll<HTMLElement>(`[data-property~="${name}"]`)].map(
    (one) =>
      (one.matches('input, select, button, textarea')
        ? one
        : one.querySelector('input:not([type=color]), button')) as HTMLInputElement,
  );
export const control = (of: RenderedInEditor, name: string) => controls(of, name)[0]!;
export const button = ({ place }: RenderedInEditor, name: string) =>
  [...place.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  )!;

/** Types into a field, or chooses from a list. */
export async function give(of: RenderedInEditor, field: HTMLInputElement | HTMLSelectElement, value: string) {
  await of.settle(() => {
    field.focus();
    const prototype = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value);
    const isSelect = field instanceof HTMLSelectElement;
    field.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
  });
  if (field.matches('input'))
    await of.settle(() =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
    );
}
export const element = (of: RenderedInEditor, index = 0) =>
  of.session.state.design.pages[0]!.elements[index] as unknown as Record<string, unknown>;
