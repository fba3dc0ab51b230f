import { describe, expect, it } from 'vitest';
import { layersOf, unlayered } from './layers.ts';

const layers = ['base', 'components', 'screens'];
const file = 'web/src/ui/badge/badge.css';

describe('a rule of the web’s styles', () => {
  it.each([
    '.badge { color: red; }',
    '@layer components { .badge { color: red; } } .late { color: red; }',
    '@media (max-width: 768px) { .badge { color: red; } }',
    '@keyframes spin { to { rotate: 1turn; } }',
    '@import "./other.css";',
    '.never-closed { color: red;',
  ])('is found outside a layer: %s', (css) => {
    expect(unlayered(file, css, layers)).toHaveLength(1);
  });

  it('is found in an unknown layer or that of another folder', () => {
    expect(unlayered(file, '@layer component { .badge { color: red; } }', layers)).toHaveLength(1);
    expect(unlayered(file, '@layer screens { .badge { color: red; } }', layers)).toHaveLength(1);
    expect(unlayered('web/src/features/a/a.css', '@layer screens { .a { top: 0; } }', layers)).toEqual([]);
  });

  it.each([
    '@layer components { .badge { color: red; } @media (width > 1px) { .badge { color: blue; } } }',
    '/* .badge { } */ @layer components { .badge::after { content: "} .loose {"; } }',
  ])('is accepted in its layer: %s', (css) => {
    expect(unlayered(file, css, layers)).toEqual([]);
  });

  it('uses the layers of the statement that orders them', () => {
    expect(layersOf('/* why */\n@layer base, components,\n  screens;')).toEqual(layers);
  });
});
