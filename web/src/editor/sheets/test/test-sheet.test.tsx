// @vitest-environment jsdom
import { permissionsOf, studentsApi } from '@sello/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/queryClient.ts';
import { needTexts } from '../../../i18n/index.ts';
import { until } from '../../../state/until.fixture.ts';
import { ClaimsContext } from '../../../tenancy/useTenancy.ts';
import { buildDesign } from '../../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { TestSheet } from './TestSheet.tsx';

let rendered: RenderedInEditor;
/** The specimens that are being printed, by the student's id. */
let printing: Map<string | undefined, (response: Response) => void>;
beforeEach(() => {
  printing = new Map();
  HTMLDialogElement.prototype.showModal = () => undefined;
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  URL.createObjectURL = () => 'blob:specimen';
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url.includes(studentsApi.resource)) {
      const items = ['Ana', 'Rosa'].map((fullName, at) => ({ _id: String(at).repeat(24), fullName }));
      return Response.json({ items });
    }
    const { studentId } = JSON.parse(String(body)) as { studentId?: string };
    return new Promise<Response>((answer) => printing.set(studentId, answer));
  });
});
afterEach(() => rendered.close());

it('offers the specimen of the student who is chosen, not of one who was chosen before', async () => {
  const texts = ['common', 'editorSheets', 'errors', 'fileFaults'] as const;
  void needTexts(texts);
  const claims = { permissions: permissionsOf.owner, roles: ['owner' as const] };
  rendered = await renderInEditor(
    <QueryClientProvider client={queryClient}>
      <ClaimsContext value={{ claims, error: null }}>
        <TestSheet onClose={() => undefined} />
      </ClaimsContext>
    </QueryClientProvider>,
    buildDesign(),
  );
  const { settle } = rendered;
  await settle(() => needTexts(texts));
  const sheet = () => document.querySelector<HTMLElement>('.test-sheet')!;
  await until(() => expect(sheet()?.textContent).toContain('Rosa'));
  const click = (text: string) =>
    settle(() =>
      [...sheet().querySelectorAll('button')].find(({ textContent }) => textContent === text)!.click(),
    );
  const links = () => sheet().querySelectorAll('a[href^=blob]').length;
  const [ana, rosa] = ['0'.repeat(24), '1'.repeat(24)];
  const act = [...sheet().querySelectorAll('button')].at(-1)!.textContent;
  await click('Ana');
  await click(act);
  await until(() => expect(printing.has(ana)).toBe(true));
  await click('Rosa');
  await settle(() => printing.get(ana)!(new Response('%PDF-1.7')));
  expect(links()).toBe(0);
  await click(act);
  await until(() => expect(printing.has(rosa)).toBe(true));
  await settle(() => printing.get(rosa)!(new Response('%PDF-1.7')));
  await until(() => expect(links()).toBe(2));
});
