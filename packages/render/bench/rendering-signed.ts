import { createPrivateKey, sign } from 'node:crypto';
import type { SigningAlgorithm } from '@sello/contracts';
import { createSigner, generateSigningCertificate } from '@sello/proof';
import { median } from '../../../bench/measure/median.ts';
import { opensslSpeed, shareOfOpenssl } from '../../../bench/measure/openssl-speed.ts';
import type { Row } from '../../../scripts/bench.ts';
import { type CompiledTemplate, compile, loadFonts, stamp } from '../src/index.ts';
import { rowOf, subject, subjectDesign } from './rendering/subject.ts';

const rounds = 9;
/** Certificates that a worker stamps concurrently. */
const chunkRows = 50;

/**
 * Renders and signs the certificate of the bench `rendering`, in a separate process: the garbage collector would
 * otherwise scan the heaps of the alternatives too.
 */
export async function bench(): Promise<Row[]> {
  const assets: Record<string, Buffer> = { background: subject.background, logo: subject.logo };
  const compiled = await compile(
    { id: 'bench', design: subjectDesign() },
    { fonts: await loadFonts(), assets: { get: async (id) => assets[id] as Buffer } },
  );
  return [...(await signedRows(compiled, 'rsa-2048')), ...(await signedRows(compiled, 'rsa-4096'))];
}

const signerFields = {
  name: 'Instituto Cordillera',
  reason: 'Instituto Cordillera',
  location: 'Lima',
  contactInfo: 'mailto:studies@cordillera.example',
};

/** CPU time of all threads per certificate, ms, over `count` certificates made in chunks as a worker makes them. */
async function processorTime(count: number, make: (index: number) => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  for (let from = 0; from < count; from += chunkRows) {
    await Promise.all(Array.from({ length: chunkRows }, (_, index) => make(from + index)));
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / count;
}

/**
 * Rows for rendering and signing on one core, compared with the RSA operation alone, interleaved and both in CPU time
 * like `openssl speed`; and for the bytes that a certificate adds to its prefix.
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
  await processorTime(count * 2, own);
  for (let round = 1; round <= rounds; round += 1) {
    // Warm-up: a worker in a batch is warm, but this process was idle while openssl ran.
    await processorTime(count, (index) => own((rounds + round) * count + index));
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
