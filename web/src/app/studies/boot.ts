/** Starts the Studies page: applies the theme to the static page while React and the components are fetched. */
import '../../base/styles/tokens.css';
import '../../base/styles/base.css';
import '../layout.css';
import '../../base/styles/touch.css';
import '../../features/studies/ui/studies.css';
import '../../features/studies/form/form.css';
import '../../widgets/work-line.css';
import { loadPage, rememberedTheme, showTheme } from '../../base/page.ts';

showTheme(rememberedTheme());
void loadPage(import('./main.tsx'));
