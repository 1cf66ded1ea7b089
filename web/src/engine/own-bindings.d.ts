/** A second copy of the bindings, with its own engine instance; the importing file casts them to the right type. */
declare module '*/engine/pkg/reclaim.js?own' {
  export const initSync: never;
  export const Machine: never;
}
