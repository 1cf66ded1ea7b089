/**
 * The page's policy (see vite.config.ts) accepts a script address only after this code has checked it. The app uses
 * such addresses for workers, including the service worker.
 */

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown;
}

/** Returns an address in the app's own folder unchanged, and throws for any other. */
export function ownScriptAddress(address: string, page: string): string {
  const folder = new URL('.', page);
  const script = new URL(address, page);
  if (script.origin !== folder.origin || !script.pathname.startsWith(folder.pathname)) {
    throw new TypeError(`${script.href} is not a script of this app`);
  }
  return script.href;
}

// Some browsers and TypeScript libraries do not have trusted types yet.
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
factory?.createPolicy('default', {
  createScriptURL: (address) => ownScriptAddress(address, document.baseURI),
});
