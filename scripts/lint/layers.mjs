import { readdirSync } from 'node:fs';

import { root } from '../lib/paths.mjs';

/** The layers of the page, lowest first: each may import from itself and from those before it. */
export const LAYERS = ['base', 'engine', 'core', 'widgets', 'features', 'app'];

const source = `${root}web/src`;

/**
 * An arrow that may not be: nobody in `target` may import from `from`.
 * @typedef {{ target: string, from: string | string[], except?: string[], message: string }} Arrow
 */

/**
 * All of them, for the rule no-restricted-paths: none upwards, none from feature to feature.
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
