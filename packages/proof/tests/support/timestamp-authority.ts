// A local timestamp authority: `openssl ts` behind a small HTTP server.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CONFIG = `
[req]
distinguished_name = name
prompt = no
[name]
CN = Hora Exata
O = Autoridade de Teste
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[timestamping]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = ours
[ours]
serial = serial
crypto_device = builtin
signer_cert = tsa.pem
certs = root.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

export interface RunningServer {
  url: string;
  close: () => Promise<void>;
}

export interface TimestampAuthority extends RunningServer {
  /** The response (DER) to a query. */
  reply: (query: Uint8Array) => Buffer;
  folder: string;
}

/** An HTTP server on a free port of this machine. */
export async function serve(listener: RequestListener): Promise<RunningServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export async function startTimestampAuthority(): Promise<TimestampAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'sello-tsa-'));
  const openssl = (args: string) => {
    const { status, stderr } = spawnSync('openssl', args.split(' '), { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${args}: ${stderr}`);
  };
  writeFileSync(join(folder, 'ts.cnf'), CONFIG);
  writeFileSync(join(folder, 'serial'), '01\n');
  const newKey = '-newkey rsa:2048 -nodes -config ts.cnf -days 30';
  openssl(`req -x509 ${newKey} -extensions authority -subj /CN=Raiz -keyout root.key -out root.pem`);
  openssl(`req -new ${newKey} -keyout tsa.key -out tsa.csr`);
  openssl(
    'x509 -req -in tsa.csr -CA root.pem -CAkey root.key -CAcreateserial -days 30 -extfile ts.cnf -extensions timestamping -out tsa.pem',
  );
  const reply = (query: Uint8Array): Buffer => {
    writeFileSync(join(folder, 'query.tsq'), query);
    openssl('ts -reply -config ts.cnf -section ours -queryfile query.tsq -out reply.tsr');
    return readFileSync(join(folder, 'reply.tsr'));
  };
  const server = await serve(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.setHeader('content-type', 'application/timestamp-reply').end(reply(Buffer.concat(parts)));
  });
  return {
    ...server,
    folder,
    reply,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
