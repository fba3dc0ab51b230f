import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { SigningAlgorithm } from '@sello/contracts';
import { P12Signer } from '@signpdf/signer-p12';
import forge from 'node-forge';
import { median } from '../../../bench/measure/median.ts';
import { opensslSpeed, shareOfOpenssl } from '../../../bench/measure/openssl-speed.ts';
import type { Row } from '../../../scripts/bench.ts';
import {
  certificatePem,
  createSigner,
  generateSigningCertificate,
  type SigningMaterial,
  validatePdf,
} from '../src/index.ts';
import { buildDocument } from '../tests/support/documents.ts';
import { hostileFiles } from '../tests/support/hostile.ts';
import { buildFields } from '../tests/support/material.ts';
import { Random } from '../tests/support/random.ts';
import { signPdf } from '../tests/support/sign-pdf.ts';

const ROUNDS = 7;
/** What a certificate adds to the compiled template, bytes: the part that is hashed for each signature. */
const TAIL = 6_000;

const { signedAt: _, ...params } = buildFields();
const make = (algorithm: SigningAlgorithm) =>
  generateSigningCertificate({ algorithm, organization: 'Fundação Ação', params });

/** Mean duration of `count` runs, ms. */
async function time(count: number, work: () => unknown): Promise<number> {
  const start = performance.now();
  for (let run = 0; run < count; run++) await work();
  return (performance.now() - start) / count;
}

function pkcs12Of(material: SigningMaterial): Buffer {
  const pkcs8 = Buffer.from(material.privateKeyPkcs8).toString('latin1');
  const key = forge.pki.privateKeyFromAsn1(forge.asn1.fromDer(pkcs8));
  const certificate = forge.pki.certificateFromPem(certificatePem(material.chain));
  const asn1 = forge.pkcs12.toPkcs12Asn1(key, certificate, 'secret');
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1');
}

async function signing(algorithm: SigningAlgorithm): Promise<Row> {
  const material = await make(algorithm);
  const signer = createSigner({ id: 'bench', material });
  const p12 = pkcs12Of(material);
  const content = new Random(1).bytes(TAIL);
  const ours = () => signer.sign(createHash('sha256').update(content).digest());
  // A P12Signer parses its file for each signature and cannot be reused.
  const rival = () => new P12Signer(p12, { passphrase: 'secret' }).sign(content);
  const measured = { ours: [] as number[], rival: [] as number[], openssl: [] as number[] };
  await time(50, ours);
  await time(1, rival);
  for (let round = 0; round < ROUNDS; round++) {
    measured.ours.push(await time(algorithm === 'rsa-2048' ? 300 : 100, ours));
    measured.rival.push(await time(3, rival));
    const bare = opensslSpeed(algorithm);
    if (bare) measured.openssl.push(bare);
  }
  const own = median(measured.ours);
  return {
    name: `one signature ${algorithm}`,
    value: own,
    unit: 'ms',
    beside: {
      '@signpdf/signer-p12': median(measured.rival) / own,
      ...(measured.openssl.length > 0 && {
        [shareOfOpenssl]: median(measured.openssl) / own,
      }),
    },
  };
}

/** The duration of making an rsa-4096 key and its certificate, and the longest block of the event loop meanwhile. */
async function keyMaking(): Promise<Row[]> {
  const waits: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    times.push(await time(1, () => make('rsa-4096')));
    delay.disable();
    waits.push(delay.max / 1e6);
  }
  return [
    { name: 'rsa-4096 key and certificate', value: median(times), unit: 'ms', beside: {} },
    { name: 'longest wait of the event loop meanwhile', value: median(waits), unit: 'ms', beside: {} },
  ];
}

interface HostileRun {
  milliseconds: number;
  megabytes: number;
}

function verifyHostile(name: string, folder: string): HostileRun {
  const file = join(folder, 'hostile.pdf');
  writeFileSync(file, hostileFiles[name]?.() ?? '');
  const script = join(import.meta.dirname, '../tests/support/measure-verify.ts');
  return JSON.parse(spawnSync(process.execPath, [script, file], { encoding: 'utf8' }).stdout) as HostileRun;
}

async function verifying(): Promise<Row[]> {
  const signer = createSigner({ id: 'bench', material: await make('rsa-2048') });
  const pdf = await signPdf(await buildDocument(new Random(2)), signer, buildFields());
  const folder = mkdtempSync(join(tmpdir(), 'sello-bench-'));
  try {
    const first = Object.keys(hostileFiles).map((name) => ({ name, ...verifyHostile(name, folder) }));
    // The slowest files are measured again, interleaved with valid certificates.
    const slowest = first.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 3);
    const times = new Map(slowest.map(({ name, milliseconds }) => [name, [milliseconds]]));
    const sound: number[] = [];
    await time(50, () => validatePdf(pdf));
    for (let round = 0; round < ROUNDS; round++) {
      sound.push(await time(100, () => validatePdf(pdf)));
      for (const [name, measured] of times) measured.push(verifyHostile(name, folder).milliseconds);
    }
    const own = median(sound);
    const worst = Math.max(...[...times.values()].map(median));
    const [name] = [...times].find(([, measured]) => median(measured) === worst) ?? [''];
    return [
      { name: 'verify one certificate', value: own, unit: 'ms', beside: {} },
      {
        name: `verify the slowest of ${first.length} hostile files (${name}), its thread started as well`,
        value: worst,
        unit: 'ms',
        beside: { 'rate of sound certificates': own / worst },
      },
      {
        name: 'most memory for any of them, whole process',
        value: Math.max(...first.map(({ megabytes }) => megabytes)),
        unit: 'MB',
        beside: {},
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signing compared with @signpdf's signer and the bare RSA operation, key generation, and verifying hostile files. */
export async function bench(): Promise<Row[]> {
  return [
    await signing('rsa-2048'),
    await signing('rsa-4096'),
    ...(await keyMaking()),
    ...(await verifying()),
  ];
}

if (import.meta.main) console.table((await bench()).map(({ beside, ...row }) => ({ ...row, ...beside })));
