import { fork } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import type { Row } from '../../scripts/bench.ts';
import type { DkimKey } from '../../services/mail-worker/src/dkim/sign.ts';
import { createTransport, type Transport } from '../../services/mail-worker/src/sending/transport.ts';
import { killWorker } from '../../services/render-worker/tests/fixture.ts';
import { median } from '../measure/median.ts';

const mails = 1_000;
const rounds = 5;
/** Messages at a time: as many as the worker has connections. */
const concurrent = 5;
/** About the size of a certificate. */
const file = randomBytes(60_000);

interface Sent {
  /** Messages a second. */
  rate: number;
  /** The time that the event loop was held up at most, 99 of 100 times, ms. */
  held: number;
}

/** E-mails with a file through the transport of the mail-worker, with a DKIM signature (RSA 2048) beside without one. */
export async function benchMail(): Promise<Row[]> {
  const server = fork(join(import.meta.dirname, '../../services/mail-worker/tests/taking-server.ts'), {
    execArgv: [],
  });
  const [port] = (await once(server, 'message')) as [number];
  const transport = createTransport(`smtp://127.0.0.1:${port}`);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key: DkimKey = { domain: 'bench.example', selector: 's1', privateKey };
  try {
    const signed: Sent[] = [];
    const ratios: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const before = await send(transport);
      const own = await send(transport, key);
      const after = await send(transport);
      // The first round is a warm-up.
      if (round === 0) continue;
      signed.push(own);
      ratios.push(own.rate / ((before.rate + after.rate) / 2));
    }
    return [
      {
        ...{ name: 'e-mails of 60 KB signed with DKIM', value: median(signed.map(({ rate }) => rate)) },
        ...{ unit: 'a second', beside: { 'without a signature': median(ratios) } },
      },
      {
        ...{ name: 'the event loop meanwhile is held up, 99 of 100', unit: 'ms', beside: {} },
        value: median(signed.map(({ held }) => held)),
      },
    ];
  } finally {
    transport.close();
    await killWorker(server, 'SIGTERM');
  }
}

async function send(transport: Transport, dkim?: DkimKey): Promise<Sent> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < mails) {
      const place = next++;
      const outcome = await transport.send({
        messageId: `<${place}.${start}@bench.example>`,
        from: { name: 'Academia', address: 'certificates@bench.example' },
        returnPath: 'certificates@bench.example',
        to: { name: 'Luz', address: `p${place}@example.test` },
        ...{ replyTo: undefined, subject: 'Your certificate', language: 'en', dkim },
        ...{ html: '<p>Your certificate</p>'.repeat(100), text: 'Your certificate\n'.repeat(100) },
        attachment: { fileName: 'certificate.pdf', open: () => Readable.from([file]) },
      });
      if (outcome.kind !== 'accepted') throw new Error(`a message was ${outcome.kind}`);
    }
  };
  await Promise.all(Array.from({ length: concurrent }, work));
  delay.disable();
  return { rate: mails / ((performance.now() - start) / 1_000), held: delay.percentile(99) / 1e6 };
}
