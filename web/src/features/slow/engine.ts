/** Slow motion's own instance of the engine: the page begins without the bindings of machines, and needs none but here. */
import { lab } from '../../core/lab/lab.ts';
import { instantiate, type Engine } from '../../engine/instance.ts';
import type * as bindings from '../../engine/pkg/reclaim.js';
import * as own from '../../engine/pkg/reclaim.js?own';

const { initSync, Machine }: Pick<typeof bindings, 'initSync' | 'Machine'> = own;

let engine: Engine | null = null;

/** The instance, made once it is asked for; null until the page has the engine. */
export function slowEngine(): Engine | null {
  engine ??= lab.module && instantiate({ initSync, Machine }, lab.module);
  return engine;
}
