// Makes the bucket that BLOBS names, once, with the services' own settings.
import { openBlobs } from '@sello/blobs';
import { readConfig, sharedVariables } from '@sello/kit';

const { BLOBS, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = sharedVariables;
const config = readConfig({ BLOBS, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY }, process.env);
const blobs = openBlobs({
  url: config.BLOBS,
  s3: {
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY ?? '',
    secretKey: config.S3_SECRET_KEY?.reveal() ?? '',
  },
});
await blobs.prepare();
await blobs.close();
