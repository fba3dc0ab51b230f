import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, createLogger, createMetrics } from '@sello/kit';
import express from 'express';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSecurityEvents } from '../security-events.ts';
import { createErrorEdge } from './error-edge.ts';

const written: string[] = [];
const log = createLogger({ service: 'test', destination: { write: (line) => void written.push(line) } });
let server: ReturnType<typeof createServer>;
let url: string;
beforeEach(async () => {
  written.length = 0;
  const app = express();
  app.get(['/fault', '/d/:token/:fileName'], () => {
    throw new Error('no answer from mongodb://sello:hunter2@mongo:27017 about ana@school.example');
  });
  app.get('/refusal', () => {
    throw new AppError('not_found');
  });
  app.use(createErrorEdge(log, createSecurityEvents(log, createMetrics('test'))));
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

it('logs a fault with its call and cause, and answers neither', async () => {
  const response = await fetch(`${url}/fault?email=ana@school.example`);
  expect(response.status).toBe(500);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const body = await response.text();
  expect(JSON.parse(body).code).toBe('internal');
  expect(body).not.toMatch(/mongo|ana@/);
  const [line] = written.map((text) => JSON.parse(text));
  expect(line).toMatchObject({ level: 'error', msg: 'call failed', method: 'GET', call: 'web' });
  expect(line.err.message).toContain('no answer from');
  expect(line.err.stack).toContain('error-edge.test.ts');
  expect(written.join('')).not.toMatch(/hunter2|ana@/);
});

it('names a fault of a download without its token', async () => {
  expect((await fetch(`${url}/d/token-of-a-zip/certificates.zip`)).status).toBe(500);
  expect(JSON.parse(written[0]!)).toMatchObject({ msg: 'call failed', call: 'd' });
  expect(written.join('')).not.toContain('token-of-a-zip');
});

it('logs no refusal of a call as a fault', async () => {
  expect((await fetch(`${url}/refusal`)).status).toBe(404);
  expect(written.filter((line) => line.includes('call failed'))).toEqual([]);
});
