import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Rich } from './Rich.tsx';

const draw = (text: string) =>
  renderToStaticMarkup(
    <Rich text={text} parts={{ b: <b className="strong" />, name: <i>Ana &lt;b&gt;</i> }} />,
  );

it('renders elements for tags with and without content', () => {
  expect(draw('<b>12</b> students, <b>3</b> certified')).toBe(
    '<b class="strong">12</b> students, <b class="strong">3</b> certified',
  );
  expect(draw('<name/> is proved.')).toBe('<i>Ana &lt;b&gt;</i> is proved.');
});

it('leaves unknown tags as escaped text', () => {
  expect(draw('a < b, <script>x</script>, <constructor/>')).toBe(
    'a &lt; b, &lt;script&gt;x&lt;/script&gt;, &lt;constructor/&gt;',
  );
});
