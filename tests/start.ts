import { spawn } from 'node:child_process'
import { temporaryFolder } from './support/folders.ts'
import { nextPort } from './support/ports.ts'
import { waitUntil } from './support/wait-until.ts'

const builtWithinMs = 5 * 60_000

/** `npm start` from nothing: it must answer with the venue's front page, and end well when told to. */
async function main(): Promise<void> {
  const { folder, remove } = temporaryFolder()
  const port = await nextPort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, METRICS_PORT: '0' }
  const startedAt = performance.now()
  const server = spawn('npm', ['start'], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const exited = new Promise<number | null>((resolve) => server.once('exit', resolve))
  const page = await waitUntil(
    async () => {
      if (server.exitCode !== null) throw new Error(`npm start ended with ${server.exitCode}.`)
      return fetch(`http://localhost:${port}/`).catch(() => null)
    },
    (answer) => answer !== null,
    builtWithinMs,
  )
  const text = (await page?.text()) ?? ''
  if (page?.status !== 200 || !text.includes('Common People')) {
    throw new Error(`The front page answered ${page?.status}: ${text.slice(0, 500)}`)
  }
  console.log(`The front page came after ${Math.round((performance.now() - startedAt) / 1000)} s.`)
  server.kill('SIGTERM')
  const code = await exited
  if (code !== 0) throw new Error(`npm start ended with ${code} when it was told to end.`)
  remove()
}

await main()
