/** Starts the Results page: the static page has its theme while React and the components are fetched. */
import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import '../ui/styles/layout.css';
import '../ui/styles/touch.css';
import './ui/styles/results.css';
import './ui/styles/figures.css';
import './ui/styles/runs.css';

import { loadPage } from '../load-page.ts';
import { rememberedTheme, showTheme } from '../theme/chosen.ts';

showTheme(rememberedTheme());
void loadPage(import('./main.tsx'));
