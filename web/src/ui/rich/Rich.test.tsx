import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Rich } from './Rich.tsx';

const draw = (text: string) =>
  renderToStaticMarkup(
    <Rich text={text} parts={{ b: <b className="strong" />, name: <i>Ana &lt;b&gt;</i> }} />,
  );

it('puts elements around marked words and in marked places', () => {
  expect(draw('<b>12</b> students, <b>3</b> certified')).toBe(
    '<b class="strong">12</b> students, <b class="strong">3</b> certified',
  );
  expect(draw('<name/> is proved.')).toBe('<i>Ana &lt;b&gt;</i> is proved.');
});

it('leaves what nothing is given for as text, escaped', () => {
  expect(draw('a < b, <script>x</script>, <constructor/>')).toBe(
    'a &lt; b, &lt;script&gt;x&lt;/script&gt;, &lt;constructor/&gt;',
  );
});
