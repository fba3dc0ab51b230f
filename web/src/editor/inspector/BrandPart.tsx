import { logoVariable } from '@sello/design';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../state/useStore.ts';
import { nearestFace } from '../panels/fonts/faces.ts';
import { useFace } from '../panels/fonts/use-face.ts';
import { logoImage } from '../panels/images/image-variables.ts';
import { addImage } from '../panels/images/place-image.ts';
import { usePicture } from '../panels/images/use-picture.ts';
import { addText } from '../panels/text/add-text.ts';
import { useSeen } from '../panels/use-seen.ts';
import { useEditor } from '../session/use-editor.ts';
import { PaperSwatches } from './PaperSwatches.tsx';

/** What the organization's certificates have in common: its logo, and the colours and families of its templates. */
export function BrandPart() {
  const { t } = useTranslation();
  const session = useEditor();
  const brand = useStore(session.brand);
  const { families: listed } = useStore(session.fontList);
  const families = (brand?.families ?? []).filter((name) => listed.some(({ family }) => family === name));
  if (!brand) return null;
  return (
    <section className="not-phone brand-part">
      <h2>{t('editorInspector.brand.title')}</h2>
      <Logo />
      {brand.colors.length > 0 ? <PaperSwatches colors={brand.colors} /> : null}
      {families.length > 0 ? (
        <ul aria-label={t('editorInspector.brand.families')}>
          {families.slice(0, mostFamilies).map((family) => (
            <Family key={family} family={family} />
          ))}
        </ul>
      ) : null}
      <p className="hint">{t('editorInspector.brand.hint')}</p>
    </section>
  );
}

/** More are in the list of fonts. */
const mostFamilies = 5;

function Logo() {
  const { t } = useTranslation();
  const session = useEditor();
  const picture = usePicture({ kind: 'variable', name: logoVariable }, true);
  if (picture.state !== 'there') return null;
  return (
    <button type="button" className="brand-logo" onClick={() => addImage(session, logoImage(t))}>
      <img src={picture.url} alt="" />
      {t('editorInspector.brand.addLogo')}
    </button>
  );
}

function Family({ family }: { family: string }) {
  const { t } = useTranslation();
  const session = useEditor();
  const [place, isSeen] = useSeen<HTMLLIElement>();
  const found = session.fonts.list.families.findLast((one) => one.family === family);
  const face = useFace(found && nearestFace(found, 400, false)?.sha256, isSeen);
  return (
    <li ref={place}>
      <button
        type="button"
        style={face ? { fontFamily: `"${face}"` } : undefined}
        aria-label={t('editorInspector.brand.addText', { family })}
        title={t('editorInspector.brand.addText', { family })}
        onClick={() => addText(session, t, { family })}
      >
        {family}
      </button>
    </li>
  );
}
