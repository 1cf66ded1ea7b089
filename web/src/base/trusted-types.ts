/**
 * The page's policy (see vite.config.ts) lets a script address through only after this has
 * looked at it. Workers are where the app uses such an address, the service worker among them.
 */

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown;
}

/** Gives back an address in the app's own folder, and refuses any other. */
export function ownScriptAddress(address: string, page: string): string {
  const folder = new URL('.', page);
  const script = new URL(address, page);
  if (script.origin !== folder.origin || !script.pathname.startsWith(folder.pathname)) {
    throw new TypeError(`${script.href} is not a script of this app`);
  }
  return script.href;
}

// Not every browser has it yet, nor every TypeScript library.
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
factory?.createPolicy('default', {
  createScriptURL: (address) => ownScriptAddress(address, document.baseURI),
});
