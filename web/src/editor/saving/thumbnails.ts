/** The picture of a template, made while it is edited. */
export interface Thumbnails {
  /** Something changed that may be seen. */
  changed(): void;
  /** Makes the picture now if it is out of date. Resolves when it is uploaded or could not be. */
  flush(): Promise<void>;
  /** Saves go through again: uploads what had to wait for that. */
  resume(): void;
  open(): void;
  close(): void;
}

export interface ThumbnailOptions {
  /** The first page as a PNG; null while it cannot be drawn. */
  draw(): Promise<Blob | null>;
  upload(picture: Blob): Promise<string>;
  /** Whether saves go through; nothing is uploaded for a template that is not saved. */
  isReady(): boolean;
  onUploaded(assetId: string): void;
  /** Whether a failure passes by itself and is said elsewhere: saves fail for the same reason, as while offline. */
  isPassing(error: unknown): boolean;
  /** An upload failed, or the picture could not be drawn. */
  onFailed(error: unknown): void;
}

/** Drawn so long after the last change, so that it goes with the save that follows it, ms. */
const restMs = 500;
/** The shortest time between two of them. */
const everyMs = 10_000;

/** FNV-1a of 32 bits: it need not withstand anybody, and `crypto.subtle` is missing where there is no TLS. */
async function hashOf(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return `${bytes.length}:${hash >>> 0}`;
}

export function createThumbnails(options: ThumbnailOptions): Thumbnails {
  const { draw, upload, isReady, isPassing, onUploaded, onFailed } = options;
  let isStale = false;
  let staleAt: number | null = null;
  let lastAt = Number.NEGATIVE_INFINITY;
  let known: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let isClosed = false;
  let hasFailed = false;
  let isWaiting = false;

  function schedule(): void {
    if (isClosed || !isStale || running) return;
    const now = Date.now();
    clearTimeout(timer);
    staleAt ??= now;
    // While somebody draws without a rest it is drawn all the same.
    const rest = Math.min(now + restMs, staleAt + everyMs);
    timer = setTimeout(() => void run(), Math.max(lastAt + everyMs, rest) - now);
  }

  function run(): Promise<void> {
    clearTimeout(timer);
    if (running) return running;
    if (!isStale || isClosed) return Promise.resolve();
    if (!isReady()) {
      lastAt = Date.now();
      isWaiting = true;
      return Promise.resolve();
    }
    isStale = false;
    staleAt = null;
    lastAt = Date.now();
    running = make().finally(() => {
      running = null;
      if (!hasFailed) schedule();
    });
    return running;
  }

  async function make(): Promise<void> {
    hasFailed = false;
    isWaiting = false;
    try {
      const picture = await draw();
      if (!picture) return;
      const hash = await hashOf(picture);
      if (hash === known) return;
      const assetId = await upload(picture);
      known = hash;
      onUploaded(assetId);
    } catch (error) {
      // Tried again with the next change, when saves go through again, or on leaving.
      hasFailed = true;
      isStale = true;
      isWaiting = isPassing(error);
      if (!isWaiting) onFailed(error);
    }
  }

  return {
    changed() {
      isStale = true;
      schedule();
    },
    async flush() {
      await running;
      await run();
    },
    resume() {
      if (!isWaiting) return;
      isWaiting = false;
      lastAt = Number.NEGATIVE_INFINITY;
      schedule();
    },
    open() {
      isClosed = false;
      schedule();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
