// Makes the bucket of the services in the object store of docker-compose.yml, as its root, and gives it to their user.
import { giveBucket, openBlobs } from '@sello/blobs';
import { readConfig, secret, text, url } from '@sello/kit';

const about = 'Set by docker-compose.yml';
const config = readConfig(
  {
    S3_ENDPOINT: { about, schema: url('https', 'http') },
    S3_REGION: { about, schema: text },
    BUCKET: { about, schema: text },
    ROOT_ACCESS_KEY: { about, schema: text },
    ROOT_SECRET_KEY: { about, schema: secret(text) },
    S3_ACCESS_KEY: { about, schema: text },
    S3_SECRET_KEY: { about, schema: secret(text) },
  },
  process.env,
);
const root = {
  endpoint: config.S3_ENDPOINT,
  region: config.S3_REGION,
  accessKey: config.ROOT_ACCESS_KEY,
  secretKey: config.ROOT_SECRET_KEY.reveal(),
};
const blobs = openBlobs({ url: `s3://${config.BUCKET}`, s3: root });
await blobs.prepare();
await blobs.close();
const user = { accessKey: config.S3_ACCESS_KEY, secretKey: config.S3_SECRET_KEY.reveal() };
await giveBucket(config.BUCKET, root, user);
