import { runMain } from './lib/failure.mjs';
import { bindgenHelper, rustWorkspace } from './lib/paths.mjs';
import { mustRun, nodeTool } from './lib/run.mjs';
import { rustfmtArgs } from './lib/rustfmt.mjs';
import { installPackages } from './steps/packages.mjs';

await runMain(async () => {
  await installPackages();
  await mustRun('format the Rust sources', 'cargo', rustfmtArgs(), { cwd: rustWorkspace });
  await mustRun('format the Rust sources', 'cargo', ['fmt'], { cwd: bindgenHelper });
  const [command, args] = nodeTool('prettier/bin/prettier.cjs', [
    '--write',
    '--log-level=warn',
    '.',
  ]);
  await mustRun('format the web sources', command, args);
});
