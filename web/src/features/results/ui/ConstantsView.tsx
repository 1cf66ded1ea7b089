/** The free constants of the model, from where the engine has them. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { hashOf } from '../../../core/link/results-route.ts';
import type { Constants } from '../engine.ts';
import { useResults } from '../store.ts';

type Device = Constants['devices'][number];
type LookedAt = Device['looked_at'];

/** Words for the figures of a device, in their order, with units. */
const FIGURES: readonly (readonly [
  name: Exclude<keyof Device['figures'], 'flash'>,
  words: string,
  unit: string,
])[] = [
  ['read_kb_per_s', 'read', 'kB/s'],
  ['write_kb_per_s', 'write', 'kB/s'],
  ['overhead_us', 'a request', 'µs'],
  ['seek_min_us', 'shortest seek', 'µs'],
  ['seek_max_us', 'longest seek', 'µs'],
  ['half_rotation_us', 'half a rotation', 'µs'],
  ['rpm', 'turns', 'a minute'],
  ['small_write_extra_us', 'a small write more', 'µs'],
  ['stall_per_mille', 'writes that stall', '‰'],
  ['stall_us', 'a stall', 'µs'],
  ['write_cache_kb', 'write cache', 'kB'],
  ['write_cache_kb_per_s', 'write cache takes in', 'kB/s'],
  ['jitter_percent', 'jitter', '%'],
  ['in_flight', 'requests at once', ''],
  ['ncq_depth', 'requests in its own queue', ''],
  ['nr_requests', 'nr_requests', ''],
  ['max_request_kb', 'largest request', 'kB'],
  ['members', 'disks', ''],
  ['capacity_mib', 'size', 'MiB'],
];

/** Both tables. */
export function ConstantsView(): ReactElement | null {
  const constants = useResults((state) => state.constants);
  if (!constants) {
    return null;
  }
  const { cpu, devices } = constants;
  const chosenBy = [...cpu, ...devices].filter(({ looked_at }) => looked_at !== null).length;
  return (
    <>
      <h2 className="view-title">Free constants</h2>
      <p className="view-lead">
        The model chooses {cpu.length} constants of the CPU and the figures of {devices.length}{' '}
        devices; everything else, such as watermarks, dirty limits and how much is scanned, is
        computed as the kernel computes it. A constant belongs to a CPU or a device and is the same
        for every kernel, workload and row. For {chosenBy} of them we looked at published figures,
        which are named here; for the others at none. Where a posting does not describe its machine,
        the scenario says what is assumed.
      </p>
      <div className="card figures-card">
        <div className="figures-head">
          <h3 id="constants-cpu">The CPU</h3>
          <span className="quiet">one x86-64 core of 2009 to 2012 at about 2.5 GHz</span>
        </div>
        <div className="table-scroll" role="region" aria-labelledby="constants-cpu" tabIndex={0}>
          <table className="figures constants">
            <thead>
              <tr>
                <th scope="col">constant</th>
                <th scope="col" className="figure">
                  ns
                </th>
                <th scope="col">purpose and reason</th>
                <th scope="col">published figures looked at</th>
              </tr>
            </thead>
            <tbody>
              {cpu.map(({ name, ns, reason, looked_at }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="figure number">{formatCount(ns)}</td>
                  <td className="reason">{reason}</td>
                  <td className="reason">
                    <Looked at={looked_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <div className="card figures-card">
        <div className="figures-head">
          <h3 id="constants-devices">Devices</h3>
        </div>
        <div
          className="table-scroll"
          role="region"
          aria-labelledby="constants-devices"
          tabIndex={0}
        >
          <table className="figures constants">
            <thead>
              <tr>
                <th scope="col">device</th>
                <th scope="col">figures</th>
                <th scope="col">where they come from</th>
                <th scope="col">published figures looked at</th>
              </tr>
            </thead>
            <tbody>
              {devices.map(({ id, title, figures, reason, looked_at }) => (
                <tr key={id}>
                  <th scope="row">
                    {title}
                    <span className="row-note">{id}</span>
                  </th>
                  <td className="device-figures number">{figuresOf(figures)}</td>
                  <td className="reason">{reason}</td>
                  <td className="reason">
                    <Looked at={looked_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  );
}

function Looked({ at }: { at: LookedAt }): ReactElement {
  if (at === null) {
    return <span className="quiet">none</span>;
  }
  return (
    <>
      <a href={hashOf({ view: 'posting', posting: at.posting, table: null })}>{at.posting}</a>
      <span className="row-note">{at.figures}</span>
    </>
  );
}

/** Figures that are 0, or not there, do not apply to that device. */
function figuresOf(figures: Device['figures']): string {
  const flat = FIGURES.flatMap(([name, words, unit]) => {
    const value = figures[name] ?? 0;
    return value === 0 ? [] : [`${words} ${formatCount(value)}${unit === '' ? '' : ` ${unit}`}`];
  });
  return [...flat, ...flashOf(figures.flash)].join(' · ');
}

function flashOf(flash: Device['figures']['flash']): string[] {
  if (flash === null || flash === undefined) return [];
  return [
    `allocation unit ${formatCount(flash.allocation_unit_kb)} kB`,
    `open units ${formatCount(flash.open_units)}`,
    `written at random ${formatCount(flash.open_units_random)}`,
    `copies at ${formatCount(flash.copy_kb_per_s)} kB/s`,
  ];
}
