// Third-party packages in the built app, with their licences and licence texts.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { root, rustWorkspace } from './paths.mjs';

/**
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {string} licence an SPDX expression; empty if the package names none
 * @property {string} folder the folder with its files
 * @property {boolean} shipped whether it is in the built app, not only among the tools that build and test it
 */

/**
 * @typedef {object} Crate as `cargo metadata` describes it
 * @property {string} id
 * @property {string} name
 * @property {string} version
 * @property {string | null} license
 * @property {string | null} source null: a crate of this workspace
 * @property {string} manifest_path
 * @property {{ kind: string[] }[]} targets
 */

/** The crates whose modules the browser loads. */
const BROWSER_CRATES = new Set(['reclaim-wasm', 'reclaim-documents', 'reclaim-runs']);

/** @param {string} name */
const json = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

/** All packages of package-lock.json. @returns {Package[]} */
export function npmPackages() {
  const packages = Object.entries(json('package-lock.json').packages);
  return packages
    .filter(([folder]) => folder !== '')
    .map(([folder, { version, license, dev, devOptional }]) => ({
      name: folder.replace(/^.*node_modules\//, ''),
      version,
      licence: license ?? '',
      folder: path.join(root, folder),
      shipped: dev !== true && devOptional !== true,
    }));
}

/**
 * All crates of Cargo.lock from outside this workspace.
 * @param {string} [target] only crates that are built for this target
 * @returns {Package[]}
 */
export function crates(target) {
  const platform = target === undefined ? [] : ['--filter-platform', target];
  /** @type {{ packages: Crate[], resolve: { nodes: any[] } }} */
  const { packages, resolve } = JSON.parse(
    execFileSync('cargo', ['metadata', '--format-version', '1', '--locked', ...platform], {
      cwd: rustWorkspace,
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  /** @type {Map<string, { deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }>} */
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  // Proc macros run at compile time and are not in the built app.
  const macros = new Set(
    packages.filter(({ targets }) => targets[0]?.kind.includes('proc-macro')).map(({ id }) => id),
  );
  /** @type {Set<string>} */
  const shipped = new Set();
  const ships = (/** @type {string} */ id) => {
    if (shipped.has(id) || macros.has(id)) return;
    shipped.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id)?.deps ?? []) {
      if (dep_kinds.some(({ kind }) => kind === null)) ships(pkg);
    }
  };
  for (const { id, name } of packages) {
    if (BROWSER_CRATES.has(name)) ships(id);
  }
  return packages
    .filter(({ source }) => source !== null)
    .map(({ id, name, version, license, manifest_path }) => ({
      name,
      version,
      // Before Cargo used SPDX expressions, it separated alternatives with a slash.
      licence: (license ?? '').replaceAll('/', ' OR '),
      folder: path.dirname(manifest_path),
      shipped: shipped.has(id),
    }));
}

/** Returns the licence texts in a package's folder. @param {Package} of */
export function licenceTexts({ folder }) {
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|unlicense)/i.test(name) && !/apache/i.test(name))
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
}
