import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button } from './button/Button.tsx';
import { Check, Switch } from './choice/Choice.tsx';
import { TextField } from './field/Field.tsx';
import { Hash } from './hash/Hash.tsx';
import { Ruler } from './progress/Ruler.tsx';

const draw = renderToStaticMarkup;
const attribute = (html: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1];

describe('a field', () => {
  it('labels its input and describes it by hint and error', () => {
    const html = draw(<TextField label="Name" error="Missing" hint="As printed" />);
    const input = /<input[^>]*>/.exec(html)![0];
    const id = attribute(input, 'id')!;
    expect(html).toContain(`for="${id}"`);
    expect(attribute(input, 'aria-invalid')).toBe('true');
    const described = attribute(input, 'aria-describedby')!.split(' ');
    expect(described).toHaveLength(2);
    for (const part of described) expect(html).toContain(`id="${part}"`);
  });

  it('without an error is not marked invalid', () => {
    const html = draw(<TextField label="Name" />);
    expect(html).not.toContain('aria-invalid');
    expect(html).not.toContain('aria-describedby');
  });
});

describe('a busy button', () => {
  it('has aria-busy and stays focusable', () => {
    const html = draw(<Button working>Save</Button>);
    expect(attribute(html, 'aria-busy')).toBe('true');
    expect(attribute(html, 'aria-disabled')).toBe('true');
    expect(html).not.toMatch(/ disabled/);
  });
});

describe('choices', () => {
  it('have accessible names and states', () => {
    expect(attribute(draw(<Check label="Select Ana" checked onChange={() => {}} />), 'aria-label')).toBe(
      'Select Ana',
    );
    const html = draw(
      <Switch checked={false} onChange={() => {}}>
        Sign
      </Switch>,
    );
    expect(attribute(html, 'role')).toBe('switch');
    expect(attribute(html, 'aria-checked')).toBe('false');
  });
});

describe('the ruler', () => {
  it('shows the done share and, at its end, the failed share', () => {
    const html = draw(
      <Ruler label="Issued" total={1000} done={700} failed={50} state="running" scale={['0', '1,000']} />,
    );
    expect(attribute(html, 'aria-valuenow')).toBe('75');
    expect(attribute(html, 'style')).toBe('--at:70%;--lost:5%');
    expect(html).toContain('<u>');
  });

  it('is at zero for a total of zero', () => {
    const html = draw(<Ruler label="Issued" total={0} done={0} failed={0} state="done" />);
    expect(attribute(html, 'aria-valuenow')).toBe('0');
    expect(html).not.toContain('<u>');
  });
});

describe('a hash', () => {
  it('is in sixteen groups of four and loses no digit', () => {
    const hex = '0123456789abcdef'.repeat(4);
    const groups = [...draw(<Hash hex={hex} />).matchAll(/<span>(\w{4})<\/span>/g)].map(([, group]) => group);
    expect(groups).toHaveLength(16);
    expect(groups.join('')).toBe(hex);
  });
});
