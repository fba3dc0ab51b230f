// Template files as an editor imports them, ordinary and hostile, made by scripts.
import { builtInTemplates } from '@sello/design';

const [built] = builtInTemplates('en');
const text = (value: unknown) => () => Buffer.from(JSON.stringify(value));
const page = (elements: unknown) => ({
  ...{ id: 'p', width: 595, height: 842, background: { color: '#ffffff', assetId: null } },
  elements,
});
const designOf = (elements: unknown, more: object = {}) => ({
  pages: [page(elements)],
  variables: [],
  ...more,
});
const box = (id: string, more: object = {}) => ({
  ...{ type: 'rectangle', id, x: 1, y: 1, width: 9, height: 9 },
  ...more,
});
const boxes = (count: number) => Array.from({ length: count }, (_, index) => box(`e${index}`));

function nested(depth: number): object {
  let inner: object = box('e');
  for (let level = 0; level < depth; level += 1) {
    inner = { type: 'group', id: `g${level}`, x: 0, y: 0, width: 9, height: 9, elements: [inner] };
  }
  return inner;
}

/** Each is made when it is needed, because some are large. */
export const templateFiles: Readonly<Record<string, () => Uint8Array>> = {
  'a built-in template': text({
    sello: 'template',
    version: 1,
    name: 'A',
    tags: ['b'],
    template: built?.design,
  }),
  'a design alone': text(built?.design),
  'a template of another version': text({ sello: 'template', version: 2, template: built?.design }),
  'pages of fabric objects': text({
    pages: [
      {
        version: '6.0.0',
        width: 800,
        height: 600,
        objects: [{ type: 'Rect', left: 1, top: 1, width: 9, height: 9 }],
      },
    ],
  }),
  nothing: () => Buffer.alloc(0),
  'no JSON': () => Buffer.from('{"pages": ['),
  'a number': text(7),
  'bytes of no encoding': () => Buffer.alloc(100_000, 0xfe),
  'lists nested 5,000,000 deep': () => Buffer.from('['.repeat(5_000_000)),
  'objects nested 1,000,000 deep': () => Buffer.from('{"a":'.repeat(1_000_000)),
  'ten million numbers': () => Buffer.from(`[${'1,'.repeat(10_000_000)}1]`),
  'a million different names': () =>
    Buffer.from(`{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join()}}`),
  'one text of 35 MB': () => Buffer.from(`{"pages":"${'x'.repeat(35_000_000)}"}`),
  'a file of 60 MB': () => Buffer.from(`{"pages":"${'x'.repeat(60_000_000)}"}`),
  'a design of more than 4 MB': text(
    designOf(boxes(900).map((one) => ({ ...one, name: 'n'.repeat(6_000) }))),
  ),
  '1,001 elements': text(designOf(boxes(1_001))),
  '200,000 elements': text(designOf(boxes(200_000))),
  '2,000 pages': text({
    pages: Array.from({ length: 2_000 }, (_, id) => ({ ...page([]), id: `p${id}` })),
    variables: [],
  }),
  'groups nested nine deep': text(designOf([nested(9)])),
  'groups nested 15 deep': text(designOf([nested(15)])),
  'a path of 200,000 characters': text(
    designOf([{ ...box('s'), type: 'path', viewBox: [0, 0, 9, 9], d: 'M0 0'.padEnd(200_001, 'L1 1') }]),
  ),
  'path data that cannot be read': text(
    designOf([{ ...box('s'), type: 'path', viewBox: [0, 0, 9, 9], d: 'M'.repeat(90_000) }]),
  ),
  'two equal ids': text(designOf([box('a'), box('a')])),
  'keys of prototypes': () =>
    Buffer.from(
      '{"__proto__":{"pages":[]},"constructor":{"prototype":{"x":1}},"pages":[{"__proto__":{"elements":[]}}]}',
    ),
  'numbers beyond all bounds': text(
    designOf([box('a', { x: 1e308, width: -5 }), box('b', { rotation: 1e99 })]),
  ),
  'fabric objects nested 60 deep': () =>
    Buffer.from(
      `{"pages":[{"version":"6.0.0","width":8,"height":6,"objects":[${'{"type":"Group","objects":['.repeat(28)}${']}'.repeat(28)}]}]}`,
    ),
  '100,000 fabric objects': text({
    pages: [
      {
        version: '6.0.0',
        width: 800,
        height: 600,
        objects: boxes(100_000).map((one) => ({ ...one, type: 'Rect' })),
      },
    ],
  }),
  'a picture of 30 MB in the file': text({
    ...{ sello: 'template', version: 1, template: designOf([]) },
    images: { a: `data:image/png;base64,${'A'.repeat(30_000_000)}` },
  }),
  'a picture that is none': text({
    ...{ sello: 'template', version: 1 },
    template: designOf([{ ...box('i'), type: 'image', source: { kind: 'asset', assetId: 'a' } }]),
    images: { a: 'javascript:alert(1)' },
  }),
};
