import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import mongoose from 'mongoose';

// The baseline of what the edge asks: Node's own server without anything else, and one findOne over the same index.
const connection = await mongoose.createConnection(process.env.MONGO_URL!, { maxPoolSize: 20 }).asPromise();
const domains = connection.getClient().db(connection.name).collection('domains');

const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url!, 'http://localhost');
  const domain = await domains.findOne({ domain: searchParams.get('domain'), status: 'verified' });
  response.writeHead(domain === null ? 403 : 200, { 'content-type': 'text/plain' });
  response.end(domain === null ? 'no' : 'yes');
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
