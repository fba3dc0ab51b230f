import { parseText, printVariable, qrSymbol } from '@sello/design';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { localeTags } from '../../../i18n/language.ts';
import { numberText } from '../../parts/number-text.ts';
import { valuesOf } from '../../screen/shown-values.ts';
import { useEditor, useEditorState, useView } from '../../session/use-editor.ts';
import { ColorOf, ContentOf, NumberOf, SegmentsOf } from '../controls.tsx';
import { useElements } from '../elements-context.ts';

/** What a symbol holds. */
function Content() {
  const { t } = useTranslation();
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.code.leadsTo')}</h2>
      <ContentOf of="content" label={t('editorInspector.code.holds')} hideLabel lines={2} maxLength={2_000} />
      <p className="hint">{t('editorInspector.code.about')}</p>
    </section>
  );
}

function Look({ most }: { most: number }) {
  const { t } = useTranslation();
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.code.look')}</h2>
      <div className="g2">
        <ColorOf of="fill" label="" name={t('editorInspector.color')} />
        <NumberOf of="quietZone" label={t('editorInspector.code.quietZone')} digits={0} min={0} max={most} />
      </div>
      <ColorOf of="background" label={t('editorInspector.code.background')} isOptional />
    </section>
  );
}

/** Below this a telephone reads no module, in mm. */
const smallestModule = 0.4;
/** The margin that ISO/IEC 18004 requires, in modules. */
const quietZone = 4;
const mmPerPoint = 25.4 / 72;

/** How large the squares print with the values that are shown. */
function ModuleSize() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const tag = localeTags[currentLanguage()];
  const [element] = useElements();
  const design = useEditorState((state) => state.design);
  const shown = useView((view) => view.shown);
  if (!element || !('errorCorrection' in element)) return null;
  const values = valuesOf(shown.kind === 'student' ? shown : { kind: 'sample' }, design, session);
  const content = parseText(element.content)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const printed = values && printVariable(part.name, values, design);
      return typeof printed === 'string' ? printed : part.name;
    })
    .join('');
  const symbol = content === '' ? null : qrSymbol(content, element.errorCorrection);
  if (!symbol)
    return content === '' ? null : <p className="hint warn">{t('editorInspector.code.tooLong')}</p>;
  const side = Math.min(element.width, element.height) * mmPerPoint;
  const module = side / (symbol.size + 2 * element.quietZone);
  const isSmall = module < smallestModule;
  return (
    <>
      <p className={isSmall ? 'hint warn' : 'hint'}>
        {t(isSmall ? 'editorInspector.code.small' : 'editorInspector.code.modules', {
          squares: `${format.count(symbol.size)} × ${format.count(symbol.size)}`,
          size: numberText(module, tag, 2),
          least: numberText(smallestModule, tag, 2),
        })}
      </p>
      {element.quietZone < quietZone ? <p className="hint warn">{t('editorInspector.code.quiet')}</p> : null}
    </>
  );
}

/** How much of a QR code may be damaged. */
function Strength() {
  const { t } = useTranslation();
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.code.strength')}</h2>
      <SegmentsOf
        of="errorCorrection"
        label={t('editorInspector.code.strength')}
        options={(['L', 'M', 'Q', 'H'] as const).map((value) => ({ value, label: value }))}
      />
      <ModuleSize />
    </section>
  );
}

export function QrCode() {
  return (
    <>
      <Content />
      <Strength />
      <Look most={10} />
    </>
  );
}

export function Barcode() {
  return (
    <>
      <Content />
      <Look most={50} />
    </>
  );
}
