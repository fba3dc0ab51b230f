import { randomBytes } from 'node:crypto';
import { it } from 'vitest';
import { openBlobs, type S3Settings } from '../src/index.ts';
import { describeBlobs } from './contract.ts';
import { hasSwift, startSwift } from './swift.ts';

/** `S3_TEST_URL` is `http://key:secret@host:port`; without it OpenStack Swift is started, where it is installed. */
async function openServer(): Promise<{ s3: S3Settings; close: () => Promise<void> }> {
  if (!process.env.S3_TEST_URL) return startSwift();
  const url = new URL(process.env.S3_TEST_URL);
  return {
    s3: {
      endpoint: url.origin,
      region: process.env.S3_TEST_REGION ?? 'us-east-1',
      accessKey: decodeURIComponent(url.username),
      secretKey: decodeURIComponent(url.password),
    },
    close: async () => undefined,
  };
}

if (process.env.S3_TEST_URL || hasSwift()) {
  describeBlobs('a bucket', async () => {
    const server = await openServer();
    const blobs = openBlobs({ url: `s3://sello-${randomBytes(6).toString('hex')}`, s3: server.s3 });
    return {
      blobs,
      close: async () => {
        await blobs.close();
        await server.close();
      },
    };
  });
} else {
  it.skip('a bucket: neither S3_TEST_URL is set nor swift installed', () => undefined);
}
