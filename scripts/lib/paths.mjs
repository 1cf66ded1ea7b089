import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const rustWorkspace = `${root}engine-wasm`;
export const bindgenHelper = `${root}engine-wasm/bindgen-helper`;

/** `npm ci` deletes this folder together with node_modules. This is intended: everything is then checked again. */
export const cache = `${root}node_modules/.cache/reclaim-lab`;
