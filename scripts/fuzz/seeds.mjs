// Seeds for fuzzing: scenarios of the gallery, links of every form, and a dictionary of the document's words.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, rustWorkspace } from '../lib/paths.mjs';

const gallery = join(root, 'public/gallery');
const links = join(rustWorkspace, 'engine/tests/links');

/** @param {string} folder */
function jsonFiles(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
}

/**
 * Returns the seed inputs of a target, each with a file name.
 * @param {'document' | 'altered' | 'link' | 'payload'} target
 * @returns {[name: string, bytes: string | Buffer][]}
 */
export function seeds(target) {
  const scenarios = jsonFiles(gallery);
  switch (target) {
    case 'document':
      return scenarios.map((name) => [name, readFileSync(join(gallery, name))]);
    case 'link': {
      const written = jsonFiles(links).map((name) => {
        /** @type {{ link: string }} */
        const { link } = JSON.parse(readFileSync(join(links, name), 'utf8'));
        return /** @type {[string, string]} */ ([name, link]);
      });
      return written.filter(([, link]) => typeof link === 'string');
    }
    // Each byte is a choice: a scenario, the number of changes, and for each change a path down into the document.
    case 'altered':
      return scenarios.map((name, at) => [name, Buffer.from([at, 1, 9, 2, 0, 14, 1])]);
    case 'payload':
      return [
        ['difference', Buffer.concat([Buffer.from([1, 0]), Buffer.from('{"seed":2}')])],
        ['whole', Buffer.concat([Buffer.from([1, 255]), Buffer.from('{"version":1}')])],
        ...scenarios.map(
          (name, at) =>
            /** @type {[string, Buffer]} */ ([name, Buffer.from([2, 255, at, 1, 9, 2, 0, 14])]),
        ),
      ];
  }
}

/**
 * Returns a dictionary for libFuzzer: fields, values and punctuation of documents and links.
 * @param {string} schema the JSON Schema of the document
 */
export function dictionary(schema) {
  const words = new Set(['v1.', '~', '=', '@', '+', '-', '%7E', 't=', 'pin=', 'view=', 'd=', 'c=']);
  /** @param {unknown} value */
  const collect = (value) => {
    if (typeof value === 'string' && /^[\w./+-]{1,60}$/u.test(value)) {
      words.add(value);
    } else if (Array.isArray(value)) {
      value.forEach(collect);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        words.add(`"${key}"`);
        collect(inner);
      }
    }
  };
  collect(JSON.parse(schema));
  for (const name of jsonFiles(gallery)) {
    collect(JSON.parse(readFileSync(join(gallery, name), 'utf8')));
    words.add(name.replace('.json', ''));
  }
  return [...words].map((word) => `${JSON.stringify(word)}\n`).join('');
}
