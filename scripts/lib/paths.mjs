import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const rustWorkspace = `${root}engine-wasm`;
export const bindgenHelper = `${root}engine-wasm/bindgen-helper`;

/** `npm ci` empties it together with node_modules, which is right: everything is checked again. */
export const cache = `${root}node_modules/.cache/reclaim-lab`;
