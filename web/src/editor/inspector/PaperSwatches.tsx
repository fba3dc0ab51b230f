import { useTranslation } from 'react-i18next';
import { useEditor } from '../session/use-editor.ts';

/** Colours as squares; a press makes one that of the paper. */
export function PaperSwatches({ colors }: { colors: readonly string[] }) {
  const { t } = useTranslation();
  const session = useEditor();
  return (
    <div className="swatches">
      {colors.map((color) => {
        const name = t('editorInspector.page.usePaper', { color: color.toUpperCase() });
        return (
          <button
            key={color}
            type="button"
            className="swatch"
            style={{ background: color }}
            title={name}
            aria-label={name}
            onClick={() => session.run('page.background', { color })}
          />
        );
      })}
    </div>
  );
}
