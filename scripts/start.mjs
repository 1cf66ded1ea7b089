import { runMain } from './lib/failure.mjs';
import { buildApp } from './steps/app.mjs';

await runMain(async () => {
  await buildApp();
  // A dynamic import: in a fresh clone this package is not installed yet when this file is loaded.
  const { preview } = await import('vite');
  const server = await preview();
  console.log('Reclaim Lab is running; stop it with Ctrl+C.');
  server.printUrls();
});
