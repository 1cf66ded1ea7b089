import { join } from 'node:path';

import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { resultsIdentity } from './scripts/results/identity.mjs';
import { bindings } from './scripts/vite/bindings.mjs';
import { chunkNames } from './scripts/vite/chunks.mjs';
import { engineAhead } from './scripts/vite/engine-ahead.mjs';
import { knownEnds } from './scripts/vite/known-ends.mjs';
import { writeLicences } from './scripts/vite/licences.mjs';
import { offline, WORKER } from './scripts/vite/offline.mjs';

const web = join(import.meta.dirname, 'web');

/**
 * The built page may run its own code and send requests to its own server, nothing else. frame-ancestors is not set:
 * articles and slides may embed the page, and a click in an iframe cannot reveal anything private.
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

/** Adds the policy as a meta tag, because the app must be safe on servers that cannot set headers. */
function securityPolicy(): Plugin {
  const attrs = { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy };
  return {
    name: 'security-policy',
    // Only in builds: in development, Vite's server injects inline code.
    apply: 'build',
    transformIndexHtml: () => [{ tag: 'meta', attrs, injectTo: 'head-prepend' }],
  };
}

export default defineConfig({
  root: web,
  publicDir: '../public',
  // Relative addresses, so that dist/ can be in any folder of any server.
  base: './',
  cacheDir: '../node_modules/.cache/vite',
  define: {
    // The verdicts of the Results page are up to date if they were computed for this identity.
    __RESULTS_IDENTITY__: JSON.stringify(resultsIdentity()),
    // When runs of built-in scenarios end.
    __KNOWN_ENDS__: JSON.stringify(knownEnds()),
  },
  plugins: [securityPolicy(), writeLicences(), bindings(), engineAhead(), offline()],
  worker: { format: 'es', plugins: () => [bindings()] },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Inlined files would be data: addresses, which the policy forbids for fonts and wasm.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      // A separate entry for each page, so that no page loads the code of the others.
      input: {
        index: join(web, 'index.html'),
        results: join(web, 'results.html'),
        studies: join(web, 'studies.html'),
        offline: join(web, 'src/app/offline/service-worker.ts'),
      },
      output: {
        // Each page lists the files that it may load later, so their names have the shortest hash that rolldown allows.
        entryFileNames: ({ name }) => (name === 'offline' ? WORKER : 'assets/[name]-[hash:7].js'),
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
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
    // happy-dom takes a third of a second per file. A test of a plain module that needs happy-dom says so in its first
    // line.
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
