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
 * Every file at or below the given paths, in one order on every machine.
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
        // Cargo's output is thousands of files, none of them a source.
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

/** What is being made, by name. @type {Map<string, Promise<void>>} */
const underWay = new Map();

/**
 * Makes something only when what it is made from has changed, or when it is gone. Who asks while it is being made waits
 * for that.
 * @param {object} job
 * @param {string} job.name
 * @param {string[]} job.inputs files and folders that decide the result
 * @param {string[]} job.outputs files that must be there for the result to count
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
  // Taken before the work, so that a file saved meanwhile makes the next run do it again.
  const now = digest(inputs);
  const complete = outputs.every((file) => existsSync(path.join(root, file)));
  if (complete && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, now);
}
