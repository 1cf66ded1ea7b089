import { root } from '../lib/paths.mjs';

/**
 * The bundler's information about a module.
 * @typedef {{ getModuleInfo(id: string): { importedIds: string[], dynamicallyImportedIds: string[] } | null }} Modules
 */

/** The entry modules: for the Lab the first script (`boot`) and the components that it loads at once (`lab`). */
const PAGES = {
  boot: `${root}web/index.html`,
  lab: `${root}web/src/app/main.tsx`,
  results: `${root}web/results.html`,
  studies: `${root}web/studies.html`,
};

/** React's packages get a file of their own, which stays in the browser's cache when the app's own code changes. */
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;

/**
 * Returns a module and its static imports, recursively; with `later` also its dynamic imports.
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
 * Returns a function that assigns modules to files. By default, the bundler makes a file for every set of modules that
 * two parts of the page share: forty for the first load, each compressed separately. Here the Lab's first script, its
 * components and React are one file each, and load in parallel. If another page also uses a module of the first script
 * or of the components, the module goes to one of two further files: if it were in the Lab's own files, importing it
 * would start the Lab.
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
