import type { DesignElement } from '@sello/contracts';
import { builtInTemplates } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { exportTemplate, importTemplate, withAssets } from '../index.ts';
import { buildBox, buildDesign } from '../model.fixture.ts';

/** A PNG of 4 × 2 pixels, as far as its header. */
const png = `data:image/png;base64,${btoa('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x04\0\0\0\x02\x08\x06\0\0\0\0\0\0\0')}`;

const imported = (value: unknown) => {
  const result = importTemplate(typeof value === 'string' ? value : JSON.stringify(value));
  if (!result.ok) throw new Error(`${result.key} ${JSON.stringify(result.problems)}`);
  return result.template;
};
const fabric = (objects: object[], more: object = {}) =>
  imported({ pages: [{ width: 800, height: 400, version: '7.1.0', objects, ...more }] });
const elementsOf = (objects: object[], more: object = {}): DesignElement[] =>
  fabric(objects, more).design.pages[0]!.elements;

describe('a template as JSON', () => {
  it.each(builtInTemplates('en'))('comes back as it was exported: $key', ({ name, tags, design }) => {
    const json = exportTemplate({ name, tags, design, images: new Map() });
    expect(imported(json)).toEqual({
      name,
      tags,
      design,
      images: [],
      notes: [],
      families: expect.any(Array),
    });
  });

  it('carries its pictures, which the design names until they are uploaded', () => {
    const design = buildDesign([
      { ...buildBox('i'), type: 'image', source: { kind: 'asset', assetId: 'logo' } } as never,
    ]);
    design.pages[0]!.background.assetId = 'paper';
    const images = new Map([
      ['logo', png],
      ['other', png],
      ['paper', 'https://example.com/x.png'],
    ]);
    const read = imported(exportTemplate({ name: 'A', tags: [], design, images }));
    expect(read.images).toEqual([{ assetId: 'logo', dataUrl: png }]);
    const uploaded = withAssets(
      read.design,
      new Map([
        ['logo', 'new'],
        ['paper', null],
      ]),
    );
    expect(uploaded.pages[0]).toMatchObject({
      background: { assetId: null },
      elements: [{ source: { assetId: 'new' } }],
    });
    expect(withAssets(read.design, new Map([['logo', null]])).pages[0]!.elements).toEqual([]);
  });

  it('of version 1 is migrated, and a template of the API is read', () => {
    const text = {
      type: 'text',
      id: 't',
      x: 0,
      y: 0,
      width: 9,
      height: 9,
      content: 'Hi',
      fontFamily: 'Newsreader',
      fontSize: 9,
    };
    const old = imported({ version: 1, pages: [{ id: 'p', width: 400, height: 300, elements: [text] }] });
    expect(old.design).toMatchObject({ version: 2, pages: [{ elements: [{ lineHeight: 1.3108 }] }] });
    expect(old.families).toEqual(['Newsreader']);
    const api = imported({
      _id: 'x',
      name: ' Course ',
      tags: ['a', 7, ''],
      rev: 3,
      locale: 'es',
      variables: [],
      pages: buildDesign([buildBox('b')]).pages,
    });
    expect(api).toMatchObject({ name: 'Course', tags: ['a'], design: { version: 2, locale: 'es' } });
  });
});

describe('pages of fabric objects', () => {
  it('become pages in points with their background', () => {
    const { design } = fabric([], { backgroundColor: 'rgb(255, 0, 0)' });
    expect(design.pages[0]).toMatchObject({ width: 600, height: 300, background: { color: '#ff0000' } });
  });

  it('keep the place of a shape by its origin, angle, scale and outline', () => {
    const [centred, corner, turned] = elementsOf([
      { type: 'Rect', left: 100, top: 50, width: 40, height: 20, strokeWidth: 0, fill: 'blue', rx: 4 },
      {
        type: 'rect',
        left: 100,
        top: 50,
        width: 40,
        height: 20,
        scaleX: 2,
        originX: 'left',
        originY: 'top',
        stroke: '#000',
        strokeWidth: 2,
      },
      {
        type: 'rect',
        left: 100,
        top: 50,
        width: 40,
        height: 20,
        originX: 'left',
        originY: 'top',
        angle: 90,
        strokeWidth: 0,
      },
    ]);
    expect(centred).toMatchObject({
      type: 'rectangle',
      x: 60,
      y: 30,
      width: 30,
      height: 15,
      fill: '#0000ff',
      cornerRadius: 3,
    });
    // The outline of 2, scaled across to 4, lies around the box: its middle is at 100 + 84 / 2 and 50 + 22 / 2.
    expect(corner).toMatchObject({
      x: (142 - 40) * 0.75,
      y: (61 - 10) * 0.75,
      width: 60,
      height: 15,
      stroke: '#000000',
    });
    // Turned about its corner, it is seen from 80 to 100 across and from 50 to 90 down.
    expect(turned).toMatchObject({ rotation: 90, x: (90 - 20) * 0.75, y: (70 - 10) * 0.75 });
  });

  it('have corners as origins before version 7', () => {
    const rect = { type: 'rect', left: 100, top: 50, width: 40, height: 20, strokeWidth: 0 };
    expect(elementsOf([rect], { version: '5.3.0' })[0]).toMatchObject({ x: 75, y: 37.5 });
  });

  it('become texts with runs for the styles of characters, in both forms', () => {
    const styles = [
      { start: 1, end: 3, style: { fontWeight: 'bold', fill: '#ff0000' } },
      { start: 3, end: 4, style: { underline: true } },
    ];
    const base = {
      left: 0,
      top: 0,
      width: 100,
      height: 50,
      fontSize: 20,
      fontFamily: 'Georgia, serif',
      text: 'aé👍\nxy',
    };
    const [box, line] = elementsOf([
      { type: 'Textbox', ...base, styles, textAlign: 'center', lineHeight: 1 },
      { type: 'IText', ...base, scaleX: 2, scaleY: 2, styles: { 1: { 0: { fontStyle: 'italic' } } } },
    ]);
    expect(box).toMatchObject({
      type: 'text',
      fontFamily: 'Georgia',
      fontSize: 15,
      align: 'center',
      fit: 'wrap',
      lineHeight: 1.13,
    });
    expect(box).toHaveProperty('paragraphs', [
      { runs: [{ text: 'a' }, { text: 'é👍', fontWeight: 700, fill: '#ff0000' }] },
      { runs: [{ text: 'x', underline: true }, { text: 'y' }] },
    ]);
    expect(line).toMatchObject({ fontSize: 30, fit: 'shrink', maxLines: 2, width: 150 });
    expect(line).toHaveProperty('paragraphs.1', { runs: [{ text: 'x', italic: true }, { text: 'y' }] });
  });

  it('become lines, ellipses and paths', () => {
    const [line, circle, path, polygon] = elementsOf([
      {
        type: 'Line',
        left: 50,
        top: 50,
        width: 60,
        height: 80,
        x1: -30,
        y1: -40,
        x2: 30,
        y2: 40,
        stroke: '#123456',
        strokeWidth: 4,
        flipX: true,
      },
      {
        type: 'Circle',
        left: 50,
        top: 50,
        radius: 10,
        width: 20,
        height: 20,
        strokeWidth: 0,
        fill: { type: 'linear', colorStops: [{ offset: 0, color: 'gold' }] },
      },
      {
        type: 'Path',
        left: 50,
        top: 50,
        width: 100,
        height: 25,
        path: [
          ['M', 0, 0],
          ['Q', 50, 50, 100, 0],
        ],
        fill: '',
        stroke: 'red',
        strokeWidth: 0,
      },
      {
        type: 'Polygon',
        left: 50,
        top: 50,
        width: 20,
        height: 10,
        strokeWidth: 0,
        points: [
          { x: 0, y: 0 },
          { x: 20, y: 0 },
          { x: 0, y: 10 },
        ],
        flipY: true,
      },
    ]);
    expect(line).toMatchObject({ type: 'line', width: 75, height: 3, stroke: '#123456', x: 0, y: 36 });
    expect(line!.rotation).toBeCloseTo(126.8699, 3);
    expect(circle).toMatchObject({ type: 'ellipse', width: 15, fill: '#ffd700' });
    expect(path).toMatchObject({
      type: 'path',
      viewBox: [0, 0, 100, 25],
      width: 75,
      height: 18.75,
      fill: null,
      stroke: '#ff0000',
    });
    expect(polygon).toMatchObject({ viewBox: [0, 0, 20, 10], d: 'M0 10L20 10L0 0Z' });
  });

  it('hand out pictures, cropped, flipped and masked, each once', () => {
    const image = {
      type: 'Image',
      left: 50,
      top: 50,
      width: 2,
      height: 1,
      scaleX: 10,
      scaleY: 10,
      strokeWidth: 0,
      src: png,
    };
    const { design, images, notes } = fabric([
      { ...image, cropX: 1, cropY: 1, flipX: true, clipPath: { type: 'Circle', radius: 5 } },
      { ...image, opacity: 0.5, visible: false },
      { ...image, src: 'https://example.com/a.png' },
    ]);
    const [first, second] = design.pages[0]!.elements;
    expect(first).toMatchObject({
      ...{ type: 'image', width: 15, height: 7.5, rotation: 0, fit: 'stretch', mask: { shape: 'ellipse' } },
      ...{ crop: { x: 0.25, y: 0.5, width: 0.5, height: 0.5 }, flip: { horizontal: true, vertical: false } },
    });
    expect(second).toMatchObject({ opacity: 0.5, hidden: true });
    expect(images).toEqual([{ assetId: 'import-1', dataUrl: png }]);
    expect(notes).toEqual([{ kind: 'remoteImage', page: 1, what: 'https://example.com/a.png' }]);
  });

  it('become groups whose children take over their scale', () => {
    const inner = { type: 'Rect', left: -25, top: 0, width: 50, height: 50, strokeWidth: 0 };
    const [group] = elementsOf([
      {
        type: 'Group',
        left: 200,
        top: 100,
        width: 100,
        height: 50,
        scaleX: 2,
        scaleY: 2,
        angle: 90,
        strokeWidth: 0,
        objects: [inner],
      },
    ]);
    expect(group).toMatchObject({ type: 'group', width: 150, height: 75, rotation: 90, x: 75, y: 37.5 });
    expect(group).toHaveProperty('elements.0.width', 75);
    expect(group).toHaveProperty('elements.0.x', 0);
  });

  it('say what they leave out', () => {
    const { notes, design } = fabric([
      { type: 'ActiveSelection' },
      { type: 'constructor' },
      null as never,
      { type: 'Rect', width: 9, height: 9, skewX: 20 },
    ]);
    expect(notes.map(({ kind, what }) => [kind, what])).toEqual([
      ['unsupported', 'ActiveSelection'],
      ['unsupported', 'constructor'],
      ['skewed', 'Rect'],
    ]);
    expect(design.pages[0]!.elements).toHaveLength(1);
  });
});
