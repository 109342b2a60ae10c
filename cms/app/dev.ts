import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const settleMs = 150
/** Files that need no restart: tests, generated types, and parts of the admin, which Next reloads. */
const ignored = /(^|\/)admin\/|\.test\.tsx?$|payload-types/

/**
 * Runs the program for development and restarts it when server code changes. Pages, islands and the
 * admin reload by themselves.
 */
function main(): void {
  let child = start()
  let restarting: NodeJS.Timeout | undefined
  const restart = () => {
    const next = () => {
      child = start()
    }
    if (hasEnded(child)) next()
    else {
      child.removeAllListeners('exit').once('exit', next)
      child.kill('SIGTERM')
    }
  }
  for (const folder of ['cms', 'collections']) {
    watch(path.join(root, folder), { recursive: true }, (_event, file) => {
      if (!file || !/\.tsx?$/.test(file) || ignored.test(file)) return
      clearTimeout(restarting)
      restarting = setTimeout(() => {
        console.log(`${folder}/${file} changed, starting again …`)
        restart()
      }, settleMs)
    })
  }
  const end = () => {
    clearTimeout(restarting)
    if (hasEnded(child)) process.exit(0)
    child.removeAllListeners('exit').once('exit', (code) => process.exit(code ?? 0))
    child.kill('SIGTERM')
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

function start(): ChildProcess {
  const args = ['--import', './cms/app/load-tsx.ts', 'cms/app/development.ts']
  const child = spawn(process.execPath, args, {
    cwd: root,
    // The child has its own process group, so that Ctrl+C reaches it only once, through this process.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  })
  child.once('exit', (code) => {
    console.log(`The program ended with ${code}. It starts again when a file changes.`)
  })
  return child
}

main()
