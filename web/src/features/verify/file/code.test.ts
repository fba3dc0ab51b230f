import { describe, expect, it } from 'vitest';
import { codeOf } from './code.ts';
import { partsOf } from './read-codes.ts';

const reference = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const hosts = ['certs.cordillera.example', 'sello.example'];

describe('a code of a picture', () => {
  it('leads to a certificate on this site, also under the platform’s own name', () => {
    expect(codeOf(`https://sello.example/verify/${reference}`, hosts)).toEqual({ reference });
    expect(codeOf(`https://certs.cordillera.example/verify/${reference}`, hosts)).toEqual({ reference });
    expect(codeOf('7k3m 9qxt 2vhb c0rd 8wjn 5pze 4f', hosts)).toEqual({ reference });
  });

  it('names the other site that a code of a forger leads to, whose number is opened here', () => {
    expect(codeOf(`https://sello.example.evil.example/verify/${reference}`, hosts)).toEqual({
      reference,
      elsewhere: 'sello.example.evil.example',
    });
  });

  it('is not ours without a number, whatever it says', () => {
    for (const text of ['https://evil.example/', 'WIFI:S:Aula;;', 'javascript:alert(1)', ''])
      expect(codeOf(text, hosts)).toEqual({ foreign: text });
    expect(codeOf('x'.repeat(4_000), hosts)).toEqual({ foreign: `${'x'.repeat(120)}…` });
  });
});

describe('a picture', () => {
  it('is searched as a whole, and a large one again in parts that overlap and cover it', () => {
    expect(partsOf(900, 1_600)).toHaveLength(1);
    const [whole, ...parts] = partsOf(4_000, 4_000);
    expect(whole).toMatchObject({ width: 4_000, height: 4_000, scale: 0.4 });
    expect(parts).toHaveLength(9);
    for (const { x, y, width, height } of parts) {
      expect(x + width).toBeLessThanOrEqual(4_000);
      expect(y + height).toBeLessThanOrEqual(4_000);
    }
    expect(new Set(parts.map(({ x }) => x))).toEqual(new Set([0, 1_200, 2_400]));
  });
});
