import { useTranslation } from 'react-i18next';
import { useStore } from '../../../state/useStore.ts';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { useFace } from '../../panels/fonts/use-face.ts';
import { mixed } from '../../parts/shared.ts';
import { useEditor } from '../../session/use-editor.ts';
import { useTextStyle } from './use-text-style.ts';

/** The family in its own face; a press opens the panel of fonts. */
export function FontFamily() {
  const { t } = useTranslation();
  const session = useEditor();
  const { families } = useStore(session.fontList);
  const { fontFamily } = useTextStyle(['fontFamily']).style;
  const family = typeof fontFamily === 'string' ? fontFamily : null;
  const faces = families.find((one) => one.family === family)?.faces;
  const upright = faces?.find(({ weight, italic }) => weight === 400 && !italic) ?? faces?.[0];
  const shown = useFace(upright?.sha256, true);
  if (fontFamily === undefined) return null;
  const name = fontFamily === mixed ? t('editorInspector.mixed') : fontFamily;
  return (
    <button
      type="button"
      className="face"
      data-property="fontFamily"
      aria-label={t('editorInspector.text.font', { name })}
      style={shown ? { fontFamily: shown } : undefined}
      onClick={() => session.setView({ panel: 'fonts' })}
    >
      <span>{name}</span>
      <Icon name="down" />
    </button>
  );
}
