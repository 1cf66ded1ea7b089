/** A list of items: add, remove, reorder or copy one. */
import type { ComponentType, ReactElement } from 'react';

import { isGroup, nameOf } from '../paths.ts';
import { aboutOf, initial, resolved } from '../schema.ts';
import { GroupProblems, idOf, useForm } from './FieldRow.tsx';
import { titleOf, type FieldProps } from './Scalars.tsx';

/** Names for new items, by list; other items are numbered. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  zones: ['DMA', 'DMA32', 'Normal', 'HighMem', 'Movable'],
  devices: [...'abcdefghijklmnop'].map((letter) => `sd${letter}`),
  filesystems: ['/data', '/home', '/mnt'],
};

/** The word for a single item, by list. */
const ONE: Readonly<Record<string, string>> = {
  zones: 'zone',
  devices: 'device',
  filesystems: 'filesystem',
  workload: 'program',
  interventions: 'switch',
};

interface ListFieldProps extends FieldProps {
  Inside: ComponentType<FieldProps>;
}

export function ListField({ path, schema, value, Inside }: ListFieldProps): ReactElement {
  const { change, options } = useForm();
  const list: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : [];
  const key = String(path.at(-1));
  const one = ONE[key] ?? 'entry';
  const each = resolved(schema.items ?? {});
  const taken = list.map((item) => (isGroup(item) ? String(item['name']) : ''));
  const put = (next: readonly unknown[], what: string) => change(path, next, what);
  const idAt = (index: number, part = '') => `${idOf(nameOf([...path, index]))}${part}`;
  const move = (from: number, to: number, title: string) => {
    const way = to < from ? 'up' : 'down';
    put(moved(list, from, to), `move of ${title} ${way}`);
    focusSoon(idAt(to, `-${way}`), idAt(to));
  };
  const add = () => {
    const names = {
      of: (kind: string) => options(kind).map((option) => option.value),
      unused: () => unusedName(NAMES[key] ?? [], key === 'workload' ? 'writer' : one, taken),
    };
    put([...list, initial(each, names)], `new ${one}`);
    focusSoon(idAt(list.length));
  };
  return (
    <fieldset className="form-list" id={idOf(nameOf(path))} tabIndex={-1}>
      <legend>{titleOf(path, schema)}</legend>
      <p className="form-about">{aboutOf(schema)}</p>
      <GroupProblems name={nameOf(path)} />
      {list.map((item, index) => {
        const name = isGroup(item) && typeof item['name'] === 'string' ? item['name'] : '';
        const title = `${capital(one)} ${name === '' ? index + 1 : name}`;
        return (
          <fieldset
            key={index}
            className="form-item"
            id={idOf(nameOf([...path, index]))}
            tabIndex={-1}
          >
            <legend>{title}</legend>
            <div className="form-item-buttons">
              <ItemButton
                name={`Move ${title} up`}
                sign="↑"
                disabled={index === 0}
                id={idAt(index, '-up')}
                onClick={() => move(index, index - 1, title)}
              />
              <ItemButton
                name={`Move ${title} down`}
                sign="↓"
                disabled={index === list.length - 1}
                id={idAt(index, '-down')}
                onClick={() => move(index, index + 1, title)}
              />
              <ItemButton
                name={`Duplicate ${title}`}
                sign="Duplicate"
                onClick={() =>
                  put(list.toSpliced(index + 1, 0, copyOf(item, key, taken)), `copy of ${title}`)
                }
              />
              <ItemButton
                name={`Remove ${title}`}
                sign="Remove"
                onClick={() => {
                  put(list.toSpliced(index, 1), `removal of ${title}`);
                  focusSoon(idAt(Math.min(index, list.length - 2)), idOf(nameOf(path)));
                }}
              />
            </div>
            <Inside path={[...path, index]} schema={each} value={item} />
          </fieldset>
        );
      })}
      <button type="button" className="button" onClick={add}>
        Add a {one}
      </button>
    </fieldset>
  );
}

interface ItemButtonProps {
  id?: string;
  name: string;
  sign: string;
  disabled?: boolean;
  onClick: () => void;
}

function ItemButton({ id, name, sign, disabled = false, onClick }: ItemButtonProps): ReactElement {
  return (
    <button
      type="button"
      id={id}
      className="button button-small"
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onClick}
    >
      {sign}
    </button>
  );
}

/**
 * Focuses the first of these elements that can have the focus, so that the focus follows a moved item or goes to a new
 * one.
 */
function focusSoon(...ids: string[]): void {
  requestAnimationFrame(() => {
    const found = ids.map((id) => document.getElementById(id));
    found.find((element) => element && !element.matches(':disabled'))?.focus();
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function moved(list: readonly unknown[], from: number, to: number): unknown[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from]);
}

/**
 * Copies an item with a new name, because other parts of the document refer to devices, filesystems and zones by name.
 * Programs may share a name.
 */
function copyOf(item: unknown, key: string, taken: readonly string[]): unknown {
  if (!isGroup(item) || typeof item['name'] !== 'string') {
    return item;
  }
  return { ...item, name: unusedName(NAMES[key] ?? [], item['name'].replace(/\d+$/, ''), taken) };
}

/** Returns the first of these names that is free; otherwise a numbered one. */
function unusedName(names: readonly string[], base: string, taken: readonly string[]): string {
  const free = names.find((name) => !taken.includes(name));
  if (free !== undefined) {
    return free;
  }
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}${number}`;
    if (!taken.includes(name)) {
      return name;
    }
  }
}
