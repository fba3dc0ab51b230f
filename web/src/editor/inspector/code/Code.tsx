import type { BarcodeElement, Design } from '@sello/contracts';
import { elements, printerOf, qrSymbol } from '@sello/design';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { localeTags } from '../../../i18n/language.ts';
import { numberText } from '../../parts/number-text.ts';
import { SelectUnit } from '../../parts/SelectUnit.tsx';
import { mixed } from '../../parts/shared.ts';
import { valuesOf } from '../../screen/shown-values.ts';
import type { EditorSession } from '../../session/session.ts';
import { useEditor, useEditorState, useView } from '../../session/use-editor.ts';
import type { ShownWith } from '../../session/view-state.ts';
import { ColorOf, ContentOf, NumberOf, SegmentsOf } from '../controls.tsx';
import { useElements } from '../elements.ts';
import { useProperty } from '../use-property.ts';

const own = 'own';
const verifyUrl = 'certificate.verifyUrl';

interface ContentProps {
  title: string;
  variables: readonly string[];
  most: number;
  /** What it is and can hold, where that is not obvious. */
  about?: string;
}

/** What a symbol holds: a variable, or a text that may have several. */
function Content({ title, variables, most, about }: ContentProps) {
  const { t } = useTranslation();
  const { value, set } = useProperty('content');
  const [isTyped, setTyped] = useState(false);
  if (value === undefined || value === mixed) return null;
  const variable = variables.find((name) => value === `{{${name}}}`);
  const isOwn = isTyped || variable === undefined;
  return (
    <section className="not-phone">
      <h2>{title}</h2>
      <SelectUnit
        label={t('editorInspector.code.holds')}
        property="content"
        value={isOwn ? own : variable}
        options={[
          ...variables.map((name) => ({ value: name, label: name })),
          { value: own, label: t('editorInspector.code.ownText') },
        ]}
        onChange={(next) => {
          setTyped(next === own);
          if (next !== own) set(`{{${next}}}`);
        }}
      />
      {isOwn ? (
        <ContentOf of="content" label={t('editorInspector.code.text')} maxLength={most} />
      ) : variable === verifyUrl ? (
        <p className="hint">{t('editorInspector.code.permanent')}</p>
      ) : null}
      {about ? <p className="hint">{about}</p> : null}
    </section>
  );
}

/** How light a colour looks, 0 to 255 (ITU-R BT.601). */
function lightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

function LightHint() {
  const { t } = useTranslation();
  const { value: fill } = useProperty('fill');
  const { value: ground } = useProperty('background');
  if (
    typeof fill !== 'string' ||
    lightness(fill) <= lightness(typeof ground === 'string' ? ground : '#ffffff')
  )
    return null;
  return <p className="hint warn">{t('editorInspector.code.light')}</p>;
}

function Look({ most, children }: { most: number; children?: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.code.look')}</h2>
      <div className="g2">
        <ColorOf of="fill" label="" name={t('editorInspector.color')} />
        <NumberOf of="quietZone" label={t('editorInspector.code.quietZone')} digits={0} min={0} max={most} />
      </div>
      <ColorOf of="background" label={t('editorInspector.code.background')} isOptional />
      <LightHint />
      {children}
    </section>
  );
}

/** Below this a telephone reads no module, in mm. */
const smallestModule = 0.4;
/** The margin that ISO/IEC 18004 requires, in modules. */
const quietZone = 4;
const mmPerPoint = 25.4 / 72;

/** What a content prints with the values that are shown, or with samples. */
function printed(content: string, design: Design, shown: ShownWith, session: EditorSession): string {
  const values = valuesOf(shown.kind === 'student' ? shown : { kind: 'sample' }, design, session);
  return values ? printerOf(design, values)(content).text : content;
}

/** ISO/IEC 15417 requires so many modules beside a barcode. */
const barQuietZone = 10;

/** The width of the thinnest bar in points; null when the content does not fit. */
function barWidth(element: BarcodeElement, { locale }: Design, session: EditorSession) {
  const { fonts } = session;
  const setting = { locale, words: fonts.words };
  const context = { fonts, setting, image: () => null, signed: true };
  const bars = elements.barcode.measure(element, context)?.layout.bars ?? [];
  return bars.length > 0 ? Math.min(...bars.map(({ width }) => width)) : null;
}

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
  const content = printed(element.content, design, shown, session);
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

/** How thin the bars print with the values that are shown; their quiet zone. */
function BarWidth() {
  const { t } = useTranslation();
  const session = useEditor();
  const tag = localeTags[currentLanguage()];
  const [element] = useElements();
  const design = useEditorState((state) => state.design);
  const shown = useView((view) => view.shown);
  if (!element || !('quietZone' in element)) return null;
  const content = printed(element.content, design, shown, session);
  const width = content === '' ? null : barWidth({ ...element, content } as BarcodeElement, design, session);
  return (
    <>
      {width === null ? null : (
        <p className="hint num">
          {t('editorInspector.code.bars', { size: numberText(width * mmPerPoint, tag, 2) })}
        </p>
      )}
      {element.quietZone < barQuietZone ? (
        <p className="hint warn">{t('editorInspector.code.barQuiet')}</p>
      ) : null}
    </>
  );
}

const ofQr = [verifyUrl, 'certificate.id', 'fullName', 'tenant.publicName'] as const;
const ofBarcode = ['certificate.id', 'idNumber'] as const;

export function QrCode() {
  const { t } = useTranslation();
  return (
    <>
      <Content title={t('editorInspector.code.leadsTo')} variables={ofQr} most={2_000} />
      <Strength />
      <Look most={10} />
    </>
  );
}

/** Characters of a barcode, variables included. */
const mostBars = 200;

export function Barcode() {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <Content
        title={t('editor.types.barcode')}
        variables={ofBarcode}
        most={mostBars}
        about={t('editorInspector.code.kind', { most: format.count(mostBars) })}
      />
      <Look most={50}>
        <BarWidth />
      </Look>
    </>
  );
}
