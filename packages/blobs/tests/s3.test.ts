import { randomBytes } from 'node:crypto';
import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { it } from 'vitest';
import { openBlobs, type S3Settings } from '../src/index.ts';
import { describeBlobs } from './contract.ts';
import { hasSwift, startSwift } from './swift.ts';

/** `S3_TEST_URL` is `http://key:secret@host:port`. Without it OpenStack Swift is started, if it is installed. */
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
    const bucket = `sello-${randomBytes(6).toString('hex')}`;
    const blobs = openBlobs({ url: `s3://${bucket}`, s3: server.s3 });
    const { endpoint, region, accessKey, secretKey } = server.s3;
    const client = new S3Client({
      ...(endpoint !== undefined && { endpoint }),
      region,
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
      forcePathStyle: true,
    });
    return {
      blobs,
      async wipe() {
        for await (const { key } of blobs.list('')) await blobs.delete(key);
        await client.send(new DeleteBucketCommand({ Bucket: bucket }));
      },
      close: async () => {
        client.destroy();
        await blobs.close();
        await server.close();
      },
    };
  });
} else {
  it.skip('a bucket: S3_TEST_URL is not set and swift is not installed', () => undefined);
}
