/** The bindings a second time, with their own engine instance; the importing file casts them to the right type. */
declare module '*/engine/pkg/reclaim.js?own' {
  export const initSync: never;
  export const Machine: never;
}
