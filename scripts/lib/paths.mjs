import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const rustWorkspace = `${root}engine-wasm`;
export const bindgenHelper = `${root}engine-wasm/bindgen-helper`;

/** `npm ci` deletes this together with node_modules, as it should: everything is checked again. */
export const cache = `${root}node_modules/.cache/reclaim-lab`;
