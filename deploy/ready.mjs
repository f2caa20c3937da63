// The health check of the image: ends with 0 when the program of this container says that it is ready.
const { API_PORT, WORKER_HEALTH_PORT, SIMULATOR_PORT, DEMO_PORT } = process.env;
const port = API_PORT ?? WORKER_HEALTH_PORT ?? SIMULATOR_PORT ?? DEMO_PORT;
try {
  const { status } = await fetch(`http://127.0.0.1:${port}/readyz`, {
    signal: AbortSignal.timeout(4000),
  });
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
