/** The page that runs lanes as soon as it is there. */
const PAGE = '/index.html';

/**
 * Lets the browser fetch the engine while it still reads the page's scripts, which ask for it only once they run.
 * @returns {import('vite').Plugin}
 */
export function engineAhead() {
  return {
    name: 'engine-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle = {} }) {
        if (path !== PAGE) return [];
        const module = Object.keys(bundle).find((name) => /\/reclaim_bg-[^/]*\.wasm$/.test(name));
        if (module === undefined) throw new Error('The build has no engine');
        const attrs = { rel: 'preload', as: 'fetch', crossorigin: true, href: `./${module}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
