/** The editor of the scenario, as a form and as JSON, fetched for who opens it. */
import { offer } from '../../core/parts/commands.ts';
import { Part } from '../../core/parts/part.tsx';
import { openEditor } from './store.ts';

export const editorPart = new Part('The editor of the scenario', () => import('./Editor.tsx'));

offer('scenario-form', () => openEditor('form'));
offer('scenario-json', () => openEditor('json'));
