import { readdirSync } from 'node:fs';

import { root } from '../lib/paths.mjs';

/** The layers of the page, lowest first: each may import from itself and from the layers before it. */
export const LAYERS = ['base', 'engine', 'core', 'widgets', 'features', 'app'];

const source = `${root}web/src`;

/**
 * A forbidden import: no file in `target` may import from `from`.
 * @typedef {{ target: string, from: string | string[], except?: string[], message: string }} Arrow
 */

/**
 * Returns all forbidden imports, for the rule no-restricted-paths: imports from a higher layer, and from another
 * feature.
 * @returns {Arrow[]}
 */
export function arrows() {
  const upwards = LAYERS.slice(0, -1).map((layer, at) => ({
    target: `${source}/${layer}`,
    from: LAYERS.slice(at + 1).map((above) => `${source}/${above}`),
    message: `${layer}/ knows only the layers below it: let the one above register, or move what both need down`,
  }));
  const features = readdirSync(`${source}/features`).map((name) => ({
    target: `${source}/features/${name}`,
    from: `${source}/features`,
    except: [`./${name}`],
    message: 'A feature knows no other: what both need belongs into core/ or widgets/',
  }));
  return [...upwards, ...features];
}
