import { root } from '../lib/paths.mjs';

/** The module with each page's components, which the page's first script imports. */
const COMPONENTS = {
  '/index.html': `${root}web/src/app/main.tsx`,
  '/results.html': `${root}web/src/app/results/main.tsx`,
  '/studies.html': `${root}web/src/app/studies/main.tsx`,
};

/** The page that starts its lanes at once. */
const LAB = '/index.html';

/** @typedef {import('vite').Rollup.OutputBundle} Bundle */

/**
 * Returns the file of a module, and all files that it imports.
 * @param {Bundle} bundle
 * @param {string} module
 * @returns {Set<string>}
 */
function filesOf(bundle, module) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set(
    chunks
      .filter(({ facadeModuleId }) => facadeModuleId === module)
      .map(({ fileName }) => fileName),
  );
  for (const name of found) {
    const chunk = bundle[name];
    if (chunk?.type === 'chunk') chunk.imports.forEach((imported) => found.add(imported));
  }
  return found;
}

/**
 * Adds preload links for the engine and the components. Otherwise the browser would fetch them only when the page's
 * first script runs.
 * @returns {import('vite').Plugin}
 */
export function engineAhead() {
  return {
    name: 'engine-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle = {} }) {
        const component = Object.entries(COMPONENTS).find(([page]) => page === path)?.[1];
        if (component === undefined) return [];
        const scripts = [...filesOf(bundle, component)].filter((name) => !html.includes(name));
        if (scripts.length === 0) throw new Error(`The build has no components for ${path}`);
        const links = scripts.map((name) => ({ rel: 'modulepreload', href: `./${name}` }));
        const engine = Object.keys(bundle).find((name) => /\/reclaim_bg-[^/]*\.wasm$/.test(name));
        if (engine === undefined) throw new Error('The build has no engine');
        const wasm = path === LAB ? [{ rel: 'preload', as: 'fetch', href: `./${engine}` }] : [];
        return [...wasm, ...links].map(({ href, ...attrs }) => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: true, href },
          injectTo: /** @type {const} */ ('head'),
        }));
      },
    },
  };
}
