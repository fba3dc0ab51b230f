import type { AddressInfo } from 'node:net';
import express from 'express';
import mongoose from 'mongoose';

// The baseline of a look-up: Express without middleware, and one findOne on the same database.
const connection = await mongoose.createConnection(process.env.MONGO_URL!, { maxPoolSize: 20 }).asPromise();
const certificates = connection.getClient().db(connection.name).collection<{ _id: string }>('certificates');

const app = express();
app.get('/certificates/:certId', async (request, response) => {
  const certificate = await certificates.findOne({ _id: request.params.certId });
  if (certificate === null) response.status(404).json({ error: 'not found' });
  else response.json(certificate);
});
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
