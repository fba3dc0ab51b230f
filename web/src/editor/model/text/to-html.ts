import type { TextParagraph } from '@sello/contracts';
import type { RunStyle } from '../state.ts';
import { type BaseStyle, styleOf } from './runs.ts';

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>');

const transforms = { none: 'none', upper: 'uppercase', lower: 'lowercase', title: 'capitalize' } as const;

function cssOf({
  fontFamily,
  fontWeight,
  italic,
  fontSize,
  fill,
  underline,
  lineThrough,
  letterCase,
}: RunStyle): string {
  const lines = [underline ? 'underline' : '', lineThrough ? 'line-through' : ''].filter(
    (line) => line !== '',
  );
  return [
    ...(fontFamily ? [`font-family:'${fontFamily.replaceAll("'", '')}'`] : []),
    `font-weight:${fontWeight ?? 400}`,
    `font-style:${italic ? 'italic' : 'normal'}`,
    ...(fontSize ? [`font-size:${fontSize}pt`] : []),
    ...(fill ? [`color:${fill}`] : []),
    `text-decoration:${lines.length > 0 ? lines.join(' ') : 'none'}`,
    `text-transform:${transforms[letterCase ?? 'none']}`,
    'white-space:pre-wrap',
  ].join(';');
}

/** Paragraphs as HTML with all styles written out, for other programs. */
export function htmlOf(paragraphs: readonly TextParagraph[], base: BaseStyle): string {
  return paragraphs
    .map(({ runs, align = base.align, direction = base.direction }) => {
      const spans = runs.map((run) => {
        const style: RunStyle = { ...base, ...styleOf(run) };
        return `<span style="${escaped(cssOf(style))}">${escaped(run.text)}</span>`;
      });
      const dir = direction === 'auto' ? '' : ` dir="${direction}"`;
      return `<p${dir} style="text-align:${align};margin:0">${spans.join('') || '<br>'}</p>`;
    })
    .join('');
}
