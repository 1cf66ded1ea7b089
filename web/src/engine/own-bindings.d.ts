/** The bindings once more, with an instance of their own; whoever takes them says of which type they are. */
declare module '*/engine/pkg/reclaim.js?own' {
  export const initSync: never;
  export const Machine: never;
}
