import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { endProcessesWith, runVariable } from './support/child-processes.ts'
import { temporaryFolder } from './support/folders.ts'
import { nextPort } from './support/ports.ts'
import { waitUntil } from './support/wait-until.ts'

// Only detects a build that hangs.
const buildTimeoutMs = 15 * 60_000

/**
 * Runs `npm start` with an empty data folder. The program must answer with the venue's front page and exit
 * with 0 on SIGTERM. `npm test` later uses the build that `npm start` creates here.
 */
async function main(runId: string): Promise<void> {
  const { folder, remove } = temporaryFolder()
  const port = await nextPort()
  const env = {
    ...process.env,
    [runVariable]: runId,
    PORT: String(port),
    DATA_DIR: folder,
    METRICS_PORT: '0',
  }
  const startedAt = performance.now()
  const server = spawn('npm', ['start'], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const exited = new Promise<number | null>((resolve) => server.once('exit', resolve))
  const page = await waitUntil(
    async () => {
      if (server.exitCode !== null) throw new Error(`npm start exited with ${server.exitCode}.`)
      return fetch(`http://localhost:${port}/`).catch(() => null)
    },
    (reply) => reply !== null,
    buildTimeoutMs,
  )
  const text = (await page?.text()) ?? ''
  if (page?.status !== 200 || !text.includes('Common People')) {
    throw new Error(`The front page answered ${page?.status}: ${text.slice(0, 500)}`)
  }
  console.log(
    `The front page was served after ${Math.round((performance.now() - startedAt) / 1000)} s.`,
  )
  server.kill('SIGTERM')
  const code = await exited
  if (code !== 0) throw new Error(`npm start exited with ${code} on SIGTERM.`)
  remove()
}

const runId = randomUUID()
try {
  await main(runId)
} finally {
  const leftProcesses = await endProcessesWith(runVariable, runId)
  if (leftProcesses.length) {
    console.error('Processes were left behind:', leftProcesses)
    process.exitCode = 1
  }
}
