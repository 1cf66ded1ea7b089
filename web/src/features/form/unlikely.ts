/** Values that are possible and seldom meant. */
import { PAGES_OF_MIB, pagesOf } from '../../core/machine/ram.ts';
import { writersOf } from '../../core/machine/writers.ts';
import type { Scenario } from '../../engine/types.ts';

/** Sentences by the names of fields. Only a scenario that is whole is asked for. */
export function unlikelyOf(scenario: Scenario): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const { machine, vm = {}, until_ms: untilMs, scale = 1 } = scenario;
  const pages = pagesOf(machine);
  const mebibytes = pages / PAGES_OF_MIB / scale;
  if (mebibytes < 32) {
    found.set('ram', 'with so little RAM reclaim never rests, and few effects can be told apart.');
  } else if (mebibytes > 16_384) {
    found.set('ram', 'both machines together need much memory of the browser, and long to fill.');
  }
  if (machine.cpus > 16) {
    found.set('machine.cpus', 'the kernels and the experiments are of machines with 1 to 16 CPUs.');
  }
  const speed = machine.cpu_speed_percent ?? 100;
  if (speed < 10 || speed > 400) {
    found.set('machine.cpu_speed_percent', 'the usual range is 10 to 400 %.');
  }
  limits(found, vm);
  const quarter = vm.min_free_kbytes ?? 0;
  if (quarter > pages * 4 * 0.1) {
    found.set('vm.min_free_kbytes', 'more than a tenth of RAM is kept free.');
  }
  if ((vm.swappiness ?? 0) > 0 && !scenario.swap && scenario.vm?.swappiness !== undefined) {
    found.set('vm.swappiness', 'there is no swap, so it changes nothing.');
  }
  if ((untilMs ?? 0) > 3_600_000) {
    found.set('until_ms', 'more than an hour of virtual time takes long to compute.');
  }
  const writers = writersOf(scenario);
  if (writers && writers.count > 64) {
    const field = Object.keys(COUNTS).find(
      (name) => name in (scenario.workload[writers.at]?.run ?? {}),
    );
    found.set(
      `workload[${writers.at}].run.${field ?? 'tasks'}`,
      'so many writers wait for each other most of the time.',
    );
  }
  return found;
}

const COUNTS = { tasks: 0, threads: 0, first_jobs: 0, slots: 0 };

function limits(found: Map<string, string>, vm: NonNullable<Scenario['vm']>): void {
  const { dirty_ratio: dirty, dirty_background_ratio: background } = vm;
  if (typeof dirty === 'number') {
    if (dirty < 5) {
      found.set('vm.dirty_ratio', 'kernels before 2.6.37 take 5 % for anything less.');
    } else if (dirty > 60) {
      found.set('vm.dirty_ratio', 'little memory is left for clean pages; the default is 20 %.');
    }
    if ((background ?? 10) >= dirty) {
      found.set(
        background === undefined ? 'vm.dirty_ratio' : 'vm.dirty_background_ratio',
        'the kernel starts to write in the background at half of dirty_ratio then.',
      );
    }
  }
}
