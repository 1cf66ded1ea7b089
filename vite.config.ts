import { join } from 'node:path';

import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { resultsIdentity } from './scripts/results/identity.mjs';
import { bindings } from './scripts/vite/bindings.mjs';
import { chunkNames } from './scripts/vite/chunks.mjs';
import { engineAhead } from './scripts/vite/engine-ahead.mjs';
import { writeLicences } from './scripts/vite/licences.mjs';
import { offline, WORKER } from './scripts/vite/offline.mjs';

const web = join(import.meta.dirname, 'web');

/**
 * What the built page may do: run its own code, ask its own server, and nothing else. Who shows it in a frame is not
 * said: articles and slides may, and the page has nothing that a click in a frame could give away.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** A meta tag, because the app must be safe on servers that cannot set headers. */
function securityPolicy(): Plugin {
  const attrs = { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy };
  return {
    name: 'security-policy',
    // The development server puts inline code into the page.
    apply: 'build',
    transformIndexHtml: () => [{ tag: 'meta', attrs, injectTo: 'head-prepend' }],
  };
}

export default defineConfig({
  root: web,
  publicDir: '../public',
  // Relative addresses let dist/ stand in any folder of any server.
  base: './',
  cacheDir: '../node_modules/.cache/vite',
  // What the verdicts of the Results page have to be computed by.
  define: { __RESULTS_IDENTITY__: JSON.stringify(resultsIdentity()) },
  plugins: [securityPolicy(), writeLicences(), bindings(), engineAhead(), offline()],
  worker: { format: 'es', plugins: () => [bindings()] },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // An inlined file would be a data: address, which the policy forbids for fonts and wasm.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      // A page of its own each, so that neither loads the other's code.
      input: {
        index: join(web, 'index.html'),
        results: join(web, 'results.html'),
        studies: join(web, 'studies.html'),
        offline: join(web, 'src/app/offline/service-worker.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'offline' ? WORKER : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: chunkNames(), debugName: 'pages', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  test: {
    restoreMocks: true,
    testTimeout: 20_000,
    maxWorkers: '100%',
    // Making a document takes a third of a second a file. What needs one without being a component says so in its first line.
    projects: [
      {
        extends: true,
        test: { name: 'plain', include: ['src/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: { name: 'page', include: ['src/**/*.test.tsx'], environment: 'happy-dom' },
      },
    ],
  },
});
