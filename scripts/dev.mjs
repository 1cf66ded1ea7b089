import { runMain } from './lib/failure.mjs';
import { prepare } from './steps/app.mjs';

await runMain(async () => {
  await prepare();
  // A dynamic import: in a fresh clone this package is not installed yet when this file is loaded.
  const { createServer } = await import('vite');
  const server = await createServer();
  await server.listen();
  console.log(
    'Web sources are reloaded as you save them; after a change in Rust start this again.',
  );
  server.printUrls();
});
