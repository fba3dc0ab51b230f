import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../state/useStore.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { unknownVariables } from '../model/index.ts';
import { columnsOf } from '../panels/variables/columns.ts';
import { useEditor, useEditorState } from '../session/use-editor.ts';

type Found = { code: string; character: string };

/** The code of what keeps an element from being printed; `other` of what has no text of its own. */
function faultOf(fault: unknown): Found {
  const problem = (fault as { problem?: { code?: string; character?: string } } | null)?.problem;
  return { code: problem?.code ?? 'other', character: problem?.character ?? '' };
}

const texts = {
  text_does_not_fit: 'editorInspector.faults.text_does_not_fit',
  glyph_missing: 'editorInspector.faults.glyph_missing',
  script_unsupported: 'editorInspector.faults.script_unsupported',
  barcode_character: 'editorInspector.faults.barcode_character',
  text_too_complex: 'editorInspector.faults.text_too_complex',
} as const;

/** How long after a change the page is drawn, in ms. */
const drawnAfter = 300;

/** Why an element is not printed as it stands, in words. */
export function Faults({ id }: { id: string }) {
  const { t } = useTranslation();
  const session = useEditor();
  const canvas = useStore(session.canvas);
  const design = useEditorState((state) => state.design);
  const { names } = useStore(columnsOf(session).store);
  const [faults, setFaults] = useState<readonly Found[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the design may end a fault.
  useEffect(() => {
    const timer = setTimeout(() => setFaults((canvas?.faultsOf(id) ?? []).map(faultOf)), drawnAfter);
    return () => clearTimeout(timer);
  }, [canvas, id, design]);
  const unknown = useMemo(
    () =>
      unknownVariables(design, names).filter(({ uses }) => uses.some(({ elementId }) => elementId === id)),
    [design, names, id],
  );
  const lines = [
    ...unknown.map(({ name, reason }) => `${name}: ${t(`editorInspector.faults.variable.${reason}`)}`),
    ...faults.map(({ code, character }) =>
      t(Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : 'editorInspector.faults.other', {
        character,
      }),
    ),
  ];
  if (lines.length === 0) return null;
  return (
    <section className="faults">
      <ul>
        {[...new Set(lines)].map((line) => (
          <li key={line} className="hint bad">
            <Icon name="bang" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
