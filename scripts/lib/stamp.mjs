import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { cache, root } from './paths.mjs';

/**
 * Lists every file at or below the given paths, in the same order on every machine.
 * @param {string[]} paths relative to the project
 * @returns {string[]}
 */
export function filesBelow(paths) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} name */
  const visit = (name) => {
    const full = path.join(root, name);
    const stats = statSync(full, { throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      for (const entry of readdirSync(full).sort()) {
        // Cargo's output: thousands of files, none of them a source file.
        if (entry !== 'target') visit(`${name}/${entry}`);
      }
    } else if (stats?.isFile()) {
      found.push(name);
    }
  };
  for (const name of [...paths].sort()) visit(name);
  return found;
}

/**
 * @param {string[]} inputs
 * @returns {string}
 */
export function digest(inputs) {
  const hash = createHash('sha256');
  for (const file of filesBelow(inputs)) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** The jobs that are running, by name. @type {Map<string, Promise<void>>} */
const underWay = new Map();

/**
 * Runs a job only if its inputs have changed or an output is missing. A call for a job that is already running waits
 * for that job.
 * @param {object} job
 * @param {string} job.name
 * @param {string[]} job.inputs files and folders that determine the result
 * @param {string[]} job.outputs files that must exist for the result to count
 * @param {() => Promise<void>} job.make
 */
export function makeIfChanged(job) {
  const already = underWay.get(job.name);
  if (already) return already;
  const made = look(job).finally(() => underWay.delete(job.name));
  underWay.set(job.name, made);
  return made;
}

/** @param {Parameters<typeof makeIfChanged>[0]} job */
async function look({ name, inputs, outputs, make }) {
  const stamp = path.join(cache, `${name}.stamp`);
  // Compute the digest before the work: if a file is saved during the work, the next run repeats the work.
  const now = digest(inputs);
  const complete = outputs.every((file) => existsSync(path.join(root, file)));
  if (complete && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, now);
}
