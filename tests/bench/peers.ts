import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nextPort } from '../support/ports.ts'
import type { Target } from './load.ts'

export type Peer = Target & { stop: () => void }

/** A node:http server in its own process, which answers every request with these bytes. */
export async function barePeer(body: Buffer, headers: Record<string, string>): Promise<Peer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bare-'))
  const port = await nextPort()
  writeFileSync(path.join(folder, 'body'), body)
  const program = `
    const body = require('fs').readFileSync(${JSON.stringify(path.join(folder, 'body'))})
    const headers = ${JSON.stringify(headers)}
    require('http').createServer((req, res) => { res.writeHead(200, headers); res.end(body) })
      .listen(${port}, '127.0.0.1', () => console.log('ready'))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop: () => child.kill() }
}

/** An nginx that sends these bytes as a precompressed file. @returns null if nginx is not installed */
export async function nginxPeer(body: Buffer): Promise<Peer | null> {
  if (spawnSync('nginx', ['-v']).error) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'))
  const port = await nextPort()
  writeFileSync(path.join(folder, 'index.html'), body)
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 512; }
     http { access_log off; sendfile on; keepalive_requests 1000000000; open_file_cache max=10;
       server { listen 127.0.0.1:${port}; root ${folder};
         location / { default_type text/html; add_header Content-Encoding br; } } }`,
  )
  const child: ChildProcess = spawn('nginx', ['-c', file], { stdio: 'ignore' })
  await new Promise((resolve) => setTimeout(resolve, 500))
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop: () => child.kill() }
}
