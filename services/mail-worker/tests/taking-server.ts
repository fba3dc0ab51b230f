import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

// A mail server in a process of its own that takes every message and keeps none.
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    stream.on('end', done);
    stream.resume();
  },
});
server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port));
