// The container's health: readiness on the internal port, which is never published.
const port = (process.env.INTERNAL_PORT ?? '9100').split(':').at(-1);
const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
