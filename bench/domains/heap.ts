// Loaded into a process that is measured: collects garbage when it is asked, and says what is in use then.
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
process.channel?.unref();

export {};
