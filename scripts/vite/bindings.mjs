/**
 * Lets the bundler remove the engine's bindings that a page or worker does not use. The generated code has two
 * statements per class that count as a use of this class.
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
 * Removes support for `using`, which the app does not need because it frees its machines explicitly, and marks the
 * finalizers as pure.
 * @param {string} code
 */
function withoutUses(code) {
  return code
    .replace(/^if \(Symbol\.dispose\) .*$/gm, '')
    .replaceAll(': new FinalizationRegistry(', ': /* @__PURE__ */ new FinalizationRegistry(');
}
