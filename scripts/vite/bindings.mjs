/**
 * Lets the bundler leave out what a page or worker does not use of the engine's bindings. As they are generated every
 * class has two statements beside it that count as a use of it.
 * @returns {import('vite').Plugin}
 */
export function bindings() {
  return {
    name: 'bindings',
    apply: 'build',
    transform: {
      filter: { id: /\/engine\/pkg\/\w+\.js(\?own)?$/ },
      handler: (code) => ({ code: withoutUses(code), map: null }),
    },
  };
}

/**
 * Without what makes a class usable by `using`, which the app has no use for: it frees by hand.
 * @param {string} code
 */
function withoutUses(code) {
  return code
    .replace(/^if \(Symbol\.dispose\) .*$/gm, '')
    .replaceAll(': new FinalizationRegistry(', ': /* @__PURE__ */ new FinalizationRegistry(');
}
