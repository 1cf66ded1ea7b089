import { root } from '../lib/paths.mjs';

/**
 * What the bundler tells of its modules.
 * @typedef {{ getModuleInfo(id: string): { importedIds: string[] } | null }} Modules
 */

/** The pages. */
const PAGES = { lab: `${root}web/index.html`, results: `${root}web/results.html` };

/**
 * A module and all that is loaded with it at once.
 * @param {string} entry
 * @param {Modules} modules
 * @returns {Set<string>}
 */
export function loadedWith(entry, modules) {
  const found = new Set([entry]);
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/**
 * Says which modules stand in one file. Left alone, the bundler makes a file of every set of modules
 * that some part of the page shares with another: forty for the first load, each compressed by itself.
 * What the Lab begins with is one file here, and one more is what both pages begin with.
 * @returns {(id: string, modules: Modules) => string | null}
 */
export function chunkNames() {
  /** @type {Record<keyof typeof PAGES, Set<string>> | undefined} */
  let loaded;
  return (id, modules) => {
    loaded ??= {
      lab: loadedWith(PAGES.lab, modules),
      results: loadedWith(PAGES.results, modules),
    };
    return !loaded.lab.has(id) ? null : loaded.results.has(id) ? 'both' : 'lab';
  };
}
