import { runMain } from './lib/failure.mjs';
import { buildApp } from './steps/app.mjs';

await runMain(async () => {
  await buildApp();
  console.log('The app is in dist/; any static server can serve it, from any folder.');
});
