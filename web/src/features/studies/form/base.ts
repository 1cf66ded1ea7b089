/** Base scenarios: of the gallery, of the Lab's last session, and those that somebody pastes. */
import { gallery } from '../../../core/gallery/documents.ts';
import { isExperiment, SESSION_KEY } from '../../../core/storage/experiment.ts';
import { lastingStorage } from '../../../core/storage/storage.ts';
import { loadDocuments } from '../../../engine/documents.ts';
import { problemsOf } from '../../../engine/problems.ts';
import schema from '../../../engine/generated/scenario.schema.json';
import type { Problem } from '../../../engine/types.ts';
import { isFields, pathsOf, type Fields } from './shape.ts';

/** The scenario of the Lab's last session; null where there is none. It is checked with the study. */
export function lastSession(): Fields | null {
  try {
    const value: unknown = JSON.parse(lastingStorage()?.getItem(SESSION_KEY) ?? 'null');
    return isExperiment(value) ? { ...value.scenario } : null;
  } catch {
    return null;
  }
}

/** The document of a base; null where it names none that is known. */
export function documentOf(base: Fields | undefined): Fields | null {
  const { gallery: id, scenario } = base ?? {};
  if (isFields(scenario)) {
    return scenario;
  }
  const found = gallery.find((item) => item.id === id);
  return found ? { ...found.scenario } : null;
}

/** The scenario in a text that somebody pasted: a document, or a link. */
export async function scenarioIn(
  text: string,
): Promise<{ scenario: Fields } | { problems: Problem[] }> {
  const trimmed = text.trim();
  try {
    if (!trimmed.startsWith('{')) {
      const { decodeLink } = await loadDocuments();
      const { scenario, problems } = decodeLink(trimmed);
      return scenario ? { scenario: { ...scenario } } : { problems };
    }
    const value: unknown = JSON.parse(trimmed);
    const scenario = isFields(value) && isFields(value['scenario']) ? value['scenario'] : value;
    return isFields(scenario) ? { scenario } : { problems: [NO_SCENARIO] };
  } catch (error) {
    return { problems: error instanceof SyntaxError ? [NO_SCENARIO] : problemsOf(error) };
  }
}

const NO_SCENARIO: Problem = {
  field: '',
  problem: 'This is neither a scenario nor a link to one',
  fix: 'Paste the JSON document of a scenario, or the link from the Lab’s address bar',
};

/** Fields that the schema has below these parts are usually not written in a document. */
const KNOBS = ['vm'] as const;

/** Paths of fields that can be varied, the most usual first. */
export function fieldPaths(base: Fields | null): string[] {
  const definitions = (schema as { $defs?: Record<string, unknown> }).$defs ?? {};
  const knobs = Object.keys(
    (definitions['VmKnobs'] as { properties?: object } | undefined)?.properties ?? {},
  );
  const own = pathsOf(base ?? {}).filter(
    (path) => !/^(version|title|description)$|\.name$/.test(path),
  );
  const all = [...KNOBS.flatMap((part) => knobs.map((knob) => `${part}.${knob}`)), ...own];
  return [...new Set(all)];
}
