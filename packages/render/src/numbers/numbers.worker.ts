import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { ReadNumbers } from '@sello/contracts';
import { openPdfium } from '../picture/draw.ts';
import { namedIn, Unopened } from './named-in.ts';

/** Bytes: the largest file that is checked, and more than as much again to read it. */
const pdfiumMemory = 128 * 1024 * 1024;

const port = parentPort!;
const library = openPdfium({ maxMemory: pdfiumMemory });

async function read(path: string): Promise<ReadNumbers> {
  try {
    return { read: 'done', named: await namedIn(await library, await readFile(path)) };
  } catch (error) {
    if (error instanceof Unopened) return { read: error.read };
    throw error;
  }
}

port.on('message', (path: string) => {
  // An error ends the thread, because the state of PDFium is undefined after it.
  void read(path).then((numbers) => port.postMessage(numbers));
});
