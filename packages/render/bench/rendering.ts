import { createPrivateKey, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { SigningAlgorithm } from '@sello/contracts';
import { createSigner, generateSigningCertificate } from '@sello/proof';
import { median } from '../../../bench/measure/median.ts';
import { opensslSpeed, shareOfOpenssl } from '../../../bench/measure/openssl-speed.ts';
import type { Row } from '../../../scripts/bench.ts';
import { type CompiledTemplate, compile, loadFonts, stamp } from '../src/index.ts';
import { chromium, pdfLib, type Rival, typst } from './rendering/rivals.ts';
import { rowOf, subject, subjectDesign } from './rendering/subject.ts';

const rounds = 9;
/** As many as a worker stamps side by side. */
const chunkRows = 50;
const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Milliseconds for one, over `count`. */
async function time(count: number, make: (index: number) => Promise<unknown>, from: number): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < count; index += 1) await make(from + index);
  return (performance.now() - start) / count;
}

/**
 * One certificate as issue after issue makes it: A4 with a background of 200 KB, a logo, two fonts, a code and eight
 * texts of which five vary, in one process, every contestant in turn within one run; medians over the rounds.
 */
export async function bench(): Promise<Row[]> {
  const assets: Record<string, Buffer> = { background: subject.background, logo: subject.logo };
  const fonts = await loadFonts();
  const compileStart = performance.now();
  const compiled = await compile(
    { id: 'bench', design: subjectDesign() },
    { fonts, assets: { get: async (id) => assets[id] as Buffer } },
  );
  const compileTime = performance.now() - compileStart;
  const browser = chromiumPaths.find((path) => existsSync(path));
  const rivals: Rival[] = [await pdfLib(subject), await typst(subject)];
  if (browser) rivals.push(await chromium(subject, browser));
  const counts: Record<string, number> = { 'pdf-lib': 4, Chromium: 6, typst: 40 };
  const ours: number[] = [];
  const theirs = new Map(rivals.map((rival) => [rival.name, [] as number[]]));
  const own = (index: number) => stamp(compiled, rowOf(index));
  try {
    await time(500, own, 1_000_000);
    for (const rival of rivals) await time(3, (index) => rival.make(rowOf(index)), 1_000_000);
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await time(500, own, round * 500));
      for (const rival of rivals) {
        const spent = await time(counts[rival.name] ?? 5, (index) => rival.make(rowOf(index)), round * 500);
        theirs.get(rival.name)?.push(spent);
      }
    }
  } finally {
    for (const rival of rivals) await rival.close();
  }
  const one = median(ours);
  return [
    {
      name: 'render one A4 certificate',
      value: Math.round(1000 / one),
      unit: 'certificates/s',
      beside: Object.fromEntries([...theirs].map(([name, times]) => [name, median(times) / one])),
    },
    { name: 'compile its template', value: compileTime, unit: 'ms', beside: {} },
    ...(await signedRows(compiled, 'rsa-2048')),
    ...(await signedRows(compiled, 'rsa-4096')),
  ];
}

const signerFields = {
  name: 'Instituto Cordillera',
  reason: 'Instituto Cordillera',
  location: 'Lima',
  contactInfo: 'mailto:studies@cordillera.example',
};

/** Milliseconds of processor time for one, all threads together, over `count` made as a worker makes them. */
async function processorTime(count: number, make: (index: number) => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  for (let from = 0; from < count; from += chunkRows) {
    await Promise.all(Array.from({ length: chunkRows }, (_, index) => make(from + index)));
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / count;
}

/**
 * What one core renders and signs, beside the bare RSA operation in turn, both counted in processor time as
 * `openssl speed` does; and what each certificate adds to its template.
 */
async function signedRows(compiled: CompiledTemplate, algorithm: SigningAlgorithm): Promise<Row[]> {
  const organization = 'Instituto Cordillera';
  const material = await generateSigningCertificate({ algorithm, organization, params: signerFields });
  const signing = {
    signer: createSigner({ id: algorithm, material }),
    fields: { ...signerFields, signedAt: new Date() },
  };
  const sizes: number[] = [];
  const [ours, bare, openssl]: [number[], number[], number[]] = [[], [], []];
  const key = createPrivateKey({ key: Buffer.from(material.privateKeyPkcs8), format: 'der', type: 'pkcs8' });
  const message = Buffer.alloc(300);
  const count = algorithm === 'rsa-2048' ? 1_000 : 200;
  const own = async (index: number) => {
    sizes.push((await stamp(compiled, rowOf(index), signing)).tail.length);
  };
  await processorTime(count, own);
  for (let round = 1; round <= rounds; round += 1) {
    ours.push(await processorTime(count, (index) => own(round * count + index)));
    bare.push(await processorTime(200, async () => sign('sha256', message, key)));
    const speed = opensslSpeed(algorithm);
    if (speed) openssl.push(speed);
  }
  const one = median(ours);
  const bytes = median(sizes);
  return [
    {
      name: `render and sign one, ${algorithm}, one core`,
      value: 1000 / one,
      unit: 'certificates/s',
      beside: {
        ...(openssl.length > 0 && { [shareOfOpenssl]: median(openssl) / one }),
        'the RSA operation alone, by the same library (share of its rate)': median(bare) / one,
      },
    },
    {
      name: `bytes beyond the prefix, signed ${algorithm}`,
      value: bytes / 1024,
      unit: 'KB',
      beside: { 'whole file': (compiled.prefix.byteLength + bytes) / bytes },
    },
  ];
}

if (import.meta.main) console.table((await bench()).map(({ beside, ...row }) => ({ ...row, ...beside })));
