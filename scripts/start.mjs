import { runMain } from './lib/failure.mjs';
import { buildApp } from './steps/app.mjs';

await runMain(async () => {
  await buildApp();
  // Only now: on a fresh clone the package is not there when this file is loaded.
  const { preview } = await import('vite');
  const server = await preview();
  console.log('Reclaim Lab is running; stop it with Ctrl+C.');
  server.printUrls();
});
