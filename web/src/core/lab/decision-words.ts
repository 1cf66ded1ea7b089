/**
 * Explains decisions in words: the role of a mechanism in one, and the first decision in which the lanes differ, with the
 * pages that it concerns and its reason where the data tell it.
 */
import { formatPfn } from '../../base/format.ts';
import type { Decision, ReasonName } from '../../engine/types.ts';
import { laneSetting, LANES, mechanismsOn, type LaneId } from './lanes.ts';
import type { Divergence, LabStore } from './store.ts';

/**
 * Returns the explanation of a mechanism's role; empty if no mechanism was involved. If the mechanism was off at that
 * time, the text says that it would change the decision.
 */
export function mechanismWords(
  { catalogue, scenario }: Pick<LabStore, 'catalogue' | 'scenario'>,
  lane: LaneId,
  decision: Pick<Decision, 'mechanism' | 'at_ns' | 'text'> | null,
): string {
  const mechanism = catalogue.mechanisms.find(({ id }) => id === decision?.mechanism);
  if (!mechanism || !scenario || !decision) {
    return '';
  }
  const [here, other] = [lane, lane === 'a' ? ('b' as const) : ('a' as const)].map((id) =>
    mechanismsOn(catalogue, laneSetting(scenario, id), decision.at_ns),
  );
  // The switches of patches in which the lanes do not differ are in a folded panel.
  const place = other?.has(mechanism.id) ? '' : ', under “Other patches”,';
  const off = ` The patch “${mechanism.title}”${place} is off here`;
  if (here?.has(mechanism.id)) {
    return ` Decided by “${mechanism.title}”.`;
  }
  const [, priority = ''] = /\(priority (\d+)\)/.exec(decision.text) ?? [];
  return mechanism.id === 'kswapd_fs_write_high_prio_only' && Number(priority || 12) <= WRITES_AT
    ? `${off}; with it, too, kswapd writes at this priority.`
    : `${off}; it would change this decision.`;
}

/** Highest priority at which kswapd still writes file pages with `kswapd_fs_write_high_prio_only`. */
const WRITES_AT = 9;

/** A first difference that was found. */
export type Found = Extract<Divergence, { status: 'found' }>;

/** Events by which a page enters a frame, in the engine's names. */
export const ENTERS: ReadonlySet<ReasonName> = new Set(['EntersCache', 'EntersAnon', 'SwappedIn']);

/** Mechanisms with which the allocator skips a zone that is over its dirty limit. */
const LIMITS = ['per_zone_dirty', 'per_zone_dirty_rfc'];
/** Mechanisms that change where the allocator takes a page only through these limits. */
const WITH_LIMITS: ReadonlySet<string> = new Set([...LIMITS, 'gfp_write', 'dirty_reserves']);

/** Describes the event or decision of each lane with its page frame; empty if a lane had ended. */
export function bothWords({ a, b }: Found): string {
  if (!a || !b) {
    return '';
  }
  const place = ({ pfn, zone }: Decision) => `pfn ${formatPfn(pfn)} of ${zone}`;
  return a.text === b.text
    ? `${a.text.replace(/\.$/, '')}: ${place(a)} in A, ${place(b)} in B.`
    : `In A, ${place(a)}: ${a.text} In B, ${place(b)}: ${b.text}`;
}

/**
 * Returns the reason why the lanes took a new page from different zones, if it is a dirty limit of a zone; otherwise an
 * empty string. Until then the lanes were the same, so the lane with the limit skipped the zone of the other lane.
 */
export function zoneReason(
  { catalogue, scenario }: Pick<LabStore, 'catalogue' | 'scenario'>,
  { a, b, atNs }: Found,
): string {
  if (!scenario || !a || !b || a.zone === b.zone || ![a, b].every((it) => ENTERS.has(it.reason))) {
    return '';
  }
  const on = LANES.map((lane) => mechanismsOn(catalogue, laneSetting(scenario, lane), atNs));
  const [ofA, ofB] = on.map((ids) => LIMITS.some((id) => ids.has(id)));
  const others = catalogue.mechanisms.filter(
    ({ id }) => !WITH_LIMITS.has(id) && on[0]?.has(id) !== on[1]?.has(id),
  );
  if (ofA === ofB || others.length > 0) {
    return '';
  }
  const [lane, taken, skipped] = ofB ? ['B', b.zone, a.zone] : ['A', a.zone, b.zone];
  // The allocator tries the zones from the highest to the lowest.
  const names = scenario.machine.zones.map(({ name }) => name);
  const back = names.indexOf(taken) > names.indexOf(skipped);
  const full = `${skipped} has more dirty pages than its limit, so ${lane} skips it`;
  // With fair allocation, a zone can be skipped although it is above its low watermark.
  return back && !on.some((ids) => ids.has('alloc_fairness'))
    ? `${full}. ${taken} is below its low watermark, so no zone passes the first attempt. ${lane} wakes kswapd and then takes a page of ${taken}, which is still above its min watermark.`
    : `${full} and takes a page of ${taken} instead.`;
}
