import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export interface StaticServer {
  url: string;
  /** Paths that were requested and found. */
  served: string[];
  /** Paths that were requested but not found. */
  missing: string[];
  close(): Promise<void>;
}

/** Serves the files of `folder` below `prefix`, without any headers, as the simplest web server would. */
export async function serveStatically(folder: string, prefix: string): Promise<StaticServer> {
  const served: string[] = [];
  const missing: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const inside = name.startsWith(prefix) ? name.slice(prefix.length) : '../';
    const file = path.join(folder, decodeURIComponent(inside));
    if (!file.startsWith(folder)) {
      missing.push(pathname);
      response.writeHead(404).end();
      return;
    }
    readFile(file).then(
      (content) => {
        served.push(pathname);
        const type = types[path.extname(file)] ?? 'application/octet-stream';
        response.writeHead(200, { 'Content-Type': type }).end(content);
      },
      () => {
        missing.push(pathname);
        response.writeHead(404).end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    served,
    missing,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
