/** What reads and writes documents and links: several features have a use for it. */
import { loadDocuments } from '../../engine/documents.ts';
import { Part } from './part.ts';

/** Fetched at once for who comes by a link, later for everybody. */
export const documentsPart = new Part('What reads and writes links', loadDocuments);
