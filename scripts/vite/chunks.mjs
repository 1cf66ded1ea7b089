import { root } from '../lib/paths.mjs';

/**
 * What the bundler tells of its modules.
 * @typedef {{ getModuleInfo(id: string): { importedIds: string[], dynamicallyImportedIds: string[] } | null }} Modules
 */

/** The pages: what starts each, and the components that it loads at once. */
const PAGES = {
  boot: `${root}web/index.html`,
  lab: `${root}web/src/app/main.tsx`,
  results: `${root}web/results.html`,
  studies: `${root}web/studies.html`,
};

/** React's packages: a file of their own, which stays in the browser's cache when the page changes. */
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;

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
 * What starts the Lab is one file, its components are one, and React is one: they load in parallel. What another page
 * has of the first two, now or later, is a file for each: with a module of the Lab's own files it would start the Lab.
 * @returns {(id: string, modules: Modules) => string | null}
 */
export function chunkNames() {
  /** @type {{ boot: Set<string>, lab: Set<string>, others: Set<string> } | undefined} */
  let loaded;
  return (id, modules) => {
    loaded ??= {
      boot: loadedWith(PAGES.boot, modules, false),
      lab: loadedWith(PAGES.lab, modules, false),
      others: new Set(
        [PAGES.results, PAGES.studies].flatMap((page) => [...loadedWith(page, modules, true)]),
      ),
    };
    if (REACT.test(id)) return 'react';
    if (loaded.boot.has(id)) return loaded.others.has(id) ? 'base' : 'boot';
    return !loaded.lab.has(id) ? null : loaded.others.has(id) ? 'both' : 'lab';
  };
}
