import { root } from '../lib/paths.mjs';

/**
 * What the bundler tells of its modules.
 * @typedef {{ getModuleInfo(id: string): { importedIds: string[], dynamicallyImportedIds: string[] } | null }} Modules
 */

/** The pages. */
const PAGES = { lab: `${root}web/index.html`, results: `${root}web/results.html` };

/**
 * A module and all that is loaded with it at once; with `later` also what is loaded once it is asked for.
 * @param {string} entry
 * @param {Modules} modules
 * @param {boolean} later
 * @returns {Set<string>}
 */
function loadedWith(entry, modules, later) {
  const found = new Set([entry]);
  for (const id of found) {
    const info = modules.getModuleInfo(id);
    const asked = later ? (info?.dynamicallyImportedIds ?? []) : [];
    for (const imported of [...(info?.importedIds ?? []), ...asked]) found.add(imported);
  }
  return found;
}

/**
 * Says which modules stand in one file. Left alone, the bundler makes a file of every set of modules
 * that some part of the page shares with another: forty for the first load, each compressed by itself.
 * What the Lab begins with is one file here, and one more is what the Results page has of that, now or later: with a
 * module of the Lab's own file it would start the Lab.
 * @returns {(id: string, modules: Modules) => string | null}
 */
export function chunkNames() {
  /** @type {Record<keyof typeof PAGES, Set<string>> | undefined} */
  let loaded;
  return (id, modules) => {
    loaded ??= {
      lab: loadedWith(PAGES.lab, modules, false),
      results: loadedWith(PAGES.results, modules, true),
    };
    return !loaded.lab.has(id) ? null : loaded.results.has(id) ? 'both' : 'lab';
  };
}
